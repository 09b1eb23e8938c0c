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
            && parts.host?.isEmpty == false && (1...65_535).contains(parts.port ?? 80)
            && parts.user == nil && parts.password == nil
    }

    /// An address of HTTP without a path.
    static func isServer(_ text: String) -> Bool {
        let parts = URLComponents(string: text)
        return isURL(text) && ["", "/"].contains(parts?.path) && parts?.query == nil
            && parts?.fragment == nil
    }

    /// The IP address that a URL states; nil if its host has to be looked up.
    static func statedAddress(_ url: String) -> [UInt8]? {
        URLComponents(string: url)?.host.flatMap(NetworkAddresses.address)
    }

    static let serverFault =
        "enter an address that begins with https:// or http://, without a path, a name and a password"
    static let mailboxFault = "it is not the address of a mailbox"
    static let urlFault =
        "enter an address that begins with https:// or http://, without a name and a password"
}

extension ReminderChoice.Way {
    /// The field of its address.
    var field: FieldDescription {
        switch self {
        case .email: FieldDescription(rawValue, "E-mail", .line(limit: 320))
        case .ntfy: FieldDescription(rawValue, "ntfy", .line(limit: 64), hint: "The topic")
        case .webhook:
            FieldDescription(
                rawValue, "Webhook", .line(limit: 2_000), hint: "The address that gets JSON")
        }
    }

    fileprivate func isSound(_ address: String) -> Bool {
        switch self {
        case .email: AddressForm.isMailbox(address)
        case .ntfy: AddressForm.isTopic(address)
        case .webhook: AddressForm.isURL(address)
        }
    }

    fileprivate var fault: String {
        switch self {
        case .email: AddressForm.mailboxFault
        case .ntfy: "a topic has letters, digits, “-” and “_”, at most 64"
        case .webhook: AddressForm.urlFault
        }
    }
}

extension FormData {
    /// The choice of the form; missing fields stay.
    ///
    /// - Parameter reach: the addresses that webhooks may have.
    /// - Throws: ``ValidationErrors``.
    func reminderChoice(
        updating former: ReminderChoice, of role: Role, webhooks reach: Letter.Reach
    ) throws(ValidationErrors) -> ReminderChoice {
        var decoder = FormDecoder(self)
        var choice = former
        for way in ReminderChoice.Way.allCases {
            choice.addresses[way] =
                decoder.address(way.field, isSound: way.isSound, or: way.fault)
                .updating(former.addresses[way])
        }
        let webhook = ReminderChoice.Way.webhook.field
        if self[webhook.name] != nil, decoder.message(for: webhook.name) == nil,
            let address = choice.addresses[.webhook].flatMap(AddressForm.statedAddress),
            !reach.allows(address)
        {
            decoder.fail(webhook.name, webhook.label, FormText.clause(reach.refusal))
        }
        for field in ReminderServers.fields where self[field.name] != nil {
            decoder.fail(field.name, field.label, "owners set it at /settings/reminders")
        }
        let kinds = values("kinds").filter { !$0.isEmpty }
        for kind in kinds where ReminderKind(rawValue: kind)?.isShown(to: role) != true {
            decoder.fail("kinds", "Kinds", "“\(kind.prefix(30))” is not one of your kinds")
            break
        }
        choice.givesNames =
            decoder.flag("givesNames", label: "Names for ntfy") ?? choice.givesNames
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
        if self["kinds"] != nil { choice.kinds = Set(kinds.compactMap(ReminderKind.init)) }
        return choice
    }
}

extension ReminderServers {
    /// Takes the values of a form; missing fields stay. A password stays only while its server and user do.
    ///
    /// - Throws: ``ValidationErrors``.
    mutating func take(_ form: FormData) throws(ValidationErrors) {
        var decoder = FormDecoder(form)
        let former = self
        hour = decoder.number(Self.hour).updating(hour) ?? 7
        site =
            decoder.address(Self.site, isSound: AddressForm.isURL, or: AddressForm.urlFault)
            .updating(site) ?? ""
        while site.hasSuffix("/") { site.removeLast() }
        takeMail(from: &decoder)
        ntfyServer =
            decoder.address(
                Self.ntfyServer, isSound: AddressForm.isServer, or: AddressForm.serverFault
            ).updating(ntfyServer) ?? ""
        if ntfyServer != former.ntfyServer { ntfyToken = "" }
        ntfyToken = decoder.password(Self.ntfyToken) ?? ntfyToken
        if !ntfyToken.isEmpty, !ntfyServer.lowercased().hasPrefix("https://") {
            decoder.fail(
                "ntfyToken", Self.ntfyToken.label,
                "it goes only to a server whose address begins with https://")
        }
        let field = Self.allowPrivateAddresses
        allowsPrivateAddresses =
            decoder.flag(field.name, label: field.label) ?? allowsPrivateAddresses
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
    }

    private mutating func takeMail(from decoder: inout FormDecoder) {
        let former = self
        smtpHost =
            decoder.address(
                Self.smtpHost, isSound: AddressForm.isHost,
                or: "enter its name, such as mail.example.org"
            ).updating(smtpHost) ?? ""
        smtpPort = decoder.number(Self.smtpPort).updating(smtpPort) ?? 587
        let encryption: FieldUpdate<Encryption> = decoder.choice(
            "smtpEncryption", label: "Encryption")
        smtpEncryption = encryption.updating(smtpEncryption) ?? .starttls
        smtpUser = decoder.address(Self.smtpUser).updating(smtpUser) ?? ""
        smtpFrom =
            decoder.address(
                Self.smtpFrom, isSound: AddressForm.isMailbox, or: AddressForm.mailboxFault
            ).updating(smtpFrom) ?? ""
        if (smtpHost, smtpPort, smtpUser) != (former.smtpHost, former.smtpPort, former.smtpUser) {
            smtpPassword = ""
        }
        smtpPassword = decoder.password(Self.smtpPassword) ?? smtpPassword
        if !smtpHost.isEmpty, smtpFrom.isEmpty, decoder.message(for: "smtpFrom") == nil {
            decoder.fail("smtpFrom", "Sender", "enter a value")
        }
        if smtpEncryption == .none, !smtpPassword.isEmpty {
            decoder.fail(
                "smtpEncryption", "Encryption", "without it, no password is sent: clear the user")
        }
    }
}
