import Domain
import Foundation

extension FormDecoder {
    /// Text of one line. Line breaks, which could add lines to a message, are refused.
    fileprivate mutating func address(
        _ field: FieldDescription, isSound: (String) -> Bool = { _ in true },
        or message: String = "it is not an address"
    ) -> FieldUpdate<String> {
        guard form[field.name]?.contains(where: \.isNewline) != true else {
            fail(field.name, field.label, "it has a line break")
            return .absent
        }
        let line = line(field.name, label: field.label, limit: field.lineLimit)
        guard let text = line.value, !isSound(text) else { return line }
        fail(field.name, field.label, message)
        return .absent
    }

    /// A whole number in the range of a field.
    fileprivate mutating func number(_ field: FieldDescription) -> FieldUpdate<Int> {
        guard case .integer(let range) = field.kind else { return .absent }
        return integer(field.name, label: field.label, in: range)
    }

    /// A password; nil for an empty field, which leaves it.
    fileprivate mutating func password(_ field: FieldDescription) -> String? {
        guard let text = form[field.name], !text.isEmpty else { return nil }
        guard text.count <= field.lineLimit, !text.unicodeScalars.contains(where: \.isUnseen) else {
            fail(field.name, field.label, "it is too long, or has a line break")
            return nil
        }
        return text
    }

    /// `yes` or `no`; nil without the field.
    fileprivate func flag(_ field: String) -> Bool? { form[field].map { $0 == "yes" } }
}

extension FieldDescription {
    fileprivate var lineLimit: Int { if case .line(let limit) = kind { limit } else { 0 } }
}

/// The forms of addresses.
private enum AddressForm {
    static func isMailbox(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~\-]{1,64}@[A-Za-z0-9.\-]{1,253}/#)
            != nil
    }

    static func isTopic(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9_\-]{1,64}/#) != nil
    }

    static func isHost(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9.\-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]/#) != nil
    }

    /// An address of HTTP without a name and a password.
    static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
            let parts = URLComponents(string: text)
        else { return false }
        return ["http", "https"].contains(parts.scheme?.lowercased())
            && parts.host?.isEmpty == false
            && parts.user == nil && parts.password == nil
    }

    /// An address of HTTP without a path.
    static func isServer(_ text: String) -> Bool {
        let parts = URLComponents(string: text)
        return isURL(text) && ["", "/"].contains(parts?.path) && parts?.query == nil
            && parts?.fragment == nil
    }

    static let serverFault =
        "enter an address that begins with https:// or http://, without a path, a name and a password"
    static let mailboxFault = "it is not the address of a mailbox"
    static let urlFault =
        "enter an address that begins with https:// or http://, without a name and a password"
}

extension ReminderChoice {
    static let wayField = FieldDescription(
        "way", "Where",
        .choice([
            FieldChoice(value: "", label: "Nowhere"), FieldChoice(value: "mail", label: "By mail"),
            FieldChoice(value: "ntfy", label: "ntfy"),
            FieldChoice(value: "webhook", label: "A webhook"),
        ]))
    static let addressField = FieldDescription(
        "address", "Address", .line(limit: 2_000),
        hint: "Of your mailbox; for ntfy the topic; for a webhook its URL, which gets JSON")
}

extension FormData {
    /// The choice of the form; missing fields stay.
    ///
    /// - Throws: ``FormRefusal``.
    func reminderChoice(
        updating former: ReminderChoice?, of role: Role
    ) throws(FormRefusal) -> ReminderChoice? {
        var decoder = FormDecoder(self)
        let posted: FieldUpdate<ReminderChoice.Way> = decoder.choice("way", label: "Where")
        let way = posted.updating(former?.way)
        let (isSound, message): ((String) -> Bool, String) =
            switch way {
            case .mail, nil: (AddressForm.isMailbox, AddressForm.mailboxFault)
            case .ntfy:
                (AddressForm.isTopic, "a topic has letters, digits, “-” and “_”, at most 64")
            case .webhook: (AddressForm.isURL, AddressForm.urlFault)
            }
        // The former address is checked too: it may be of another way.
        let address = decoder.address(ReminderChoice.addressField).updating(former?.address)
        if way != nil, decoder.message(for: "address") == nil {
            if let text = address {
                if !isSound(text) { decoder.fail("address", "Address", message) }
            } else {
                decoder.fail("address", "Address", "enter a value")
            }
        }
        let kinds = values("kinds").filter { !$0.isEmpty }
        for kind in kinds where ReminderKind(rawValue: kind)?.isShown(to: role) != true {
            decoder.fail("kinds", "Kinds", "“\(kind.prefix(30))” is not one of your kinds")
            break
        }
        guard decoder.faults.isEmpty else { throw FormRefusal(faults: decoder.faults) }
        guard let way else { return nil }
        let hasKinds = fields.contains { $0.name == "kinds" }
        return ReminderChoice(
            way: way, address: address ?? "",
            kinds: hasKinds ? Set(kinds.compactMap(ReminderKind.init)) : former?.kinds ?? [],
            givesNames: decoder.flag("givesNames") ?? former?.givesNames ?? false)
    }
}

extension ReminderServers {
    /// Takes the values of a form; missing fields stay. A password stays only while its server and user do.
    ///
    /// - Throws: ``FormRefusal``.
    mutating func take(_ form: FormData) throws(FormRefusal) {
        var decoder = FormDecoder(form)
        let former = self
        hour = decoder.number(Self.hour).updating(hour) ?? 7
        site =
            decoder.address(Self.site, isSound: AddressForm.isURL, or: AddressForm.urlFault)
            .updating(site) ?? ""
        while site.hasSuffix("/") { site.removeLast() }
        takeMail(from: &decoder)
        ntfy =
            decoder.address(Self.ntfy, isSound: AddressForm.isServer, or: AddressForm.serverFault)
            .updating(ntfy) ?? ""
        if ntfy != former.ntfy { ntfyPassword = "" }
        ntfyPassword = decoder.password(Self.ntfyPassword) ?? ntfyPassword
        if !ntfyPassword.isEmpty, !ntfy.lowercased().hasPrefix("https://") {
            decoder.fail(
                "ntfyPassword", Self.ntfyPassword.label,
                "it goes only to a server whose address begins with https://")
        }
        allowsInside = decoder.flag("allowsInside") ?? allowsInside
        allowsInsideWebhooks = decoder.flag("allowsInsideWebhooks") ?? allowsInsideWebhooks
        guard decoder.faults.isEmpty else { throw FormRefusal(faults: decoder.faults) }
    }

    private mutating func takeMail(from decoder: inout FormDecoder) {
        let former = self
        mailHost =
            decoder.address(
                Self.mailHost, isSound: AddressForm.isHost,
                or: "enter its name, such as mail.example.org"
            ).updating(mailHost) ?? ""
        mailPort = decoder.number(Self.mailPort).updating(mailPort) ?? 587
        let encryption: FieldUpdate<Encryption> = decoder.choice(
            "mailEncryption", label: "Encryption")
        mailEncryption = encryption.updating(mailEncryption) ?? .starttls
        mailUser = decoder.address(Self.mailUser).updating(mailUser) ?? ""
        mailSender =
            decoder.address(
                Self.mailSender, isSound: AddressForm.isMailbox, or: AddressForm.mailboxFault
            ).updating(mailSender) ?? ""
        if (mailHost, mailPort, mailUser) != (former.mailHost, former.mailPort, former.mailUser) {
            mailPassword = ""
        }
        mailPassword = decoder.password(Self.mailPassword) ?? mailPassword
        if !mailHost.isEmpty, mailSender.isEmpty, decoder.message(for: "mailSender") == nil {
            decoder.fail("mailSender", "Sender", "enter a value")
        }
        if mailEncryption == .none, !mailPassword.isEmpty {
            decoder.fail(
                "mailEncryption", "Encryption", "without it, no password is sent: clear the user")
        }
    }
}
