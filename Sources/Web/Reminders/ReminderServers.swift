import Domain

/// The servers that send reminders, as an owner has set them.
struct ReminderServers: Codable, Equatable, Sendable {
    /// The encryption of connections to the mail server.
    enum Encryption: String, Codable, CaseIterable, Sendable {
        /// It begins within the connection.
        case starttls
        /// It encrypts from the start.
        case tls
        case none
    }

    /// The hour of the day from which reminders are sent.
    var hour = 7
    /// The address of this site in links, without a trailing slash; empty until an owner sets up reminders.
    var site = ""
    /// The name of the mail server; empty for none.
    var smtpHost = ""
    var smtpPort = 587
    var smtpEncryption = Encryption.starttls
    var smtpUser = ""
    var smtpPassword = ""
    /// The address that mail comes from.
    var smtpFrom = ""
    /// The address of the ntfy server; empty for none.
    var ntfyServer = ""
    var ntfyToken = ""
    /// Whether webhooks, which people choose, may be in the local network, and the mail server and the ntfy
    /// server there or on this machine.
    var allowsPrivateAddresses = false

    /// The settings in the data directory.
    ///
    /// - Throws: ``ConfigurationError`` that names the file if it cannot be read.
    static func file(
        in directory: DataDirectory
    ) throws(ConfigurationError) -> SettingsFile<ReminderServers> {
        do {
            return try SettingsFile(
                path: directory.reminders, isShared: directory.isShared,
                initial: ReminderServers(), permissions: 0o600)
        } catch {
            throw ConfigurationError(
                "The file \(directory.reminders) cannot be read: \(error). Remove it to set up reminders "
                    + "again.")
        }
    }

    /// The addresses that letters of a way may go to.
    func reach(of way: ReminderChoice.Way) -> Letter.Reach {
        if !allowsPrivateAddresses { return .internet }
        return way == .webhook ? .network : .anywhere
    }

    /// The ways to reach a person by these servers.
    var ways: [ReminderChoice.Way] {
        guard !site.isEmpty else { return [] }
        return ReminderChoice.Way.allCases.filter { way in
            switch way {
            case .email: !smtpHost.isEmpty
            case .ntfy: !ntfyServer.isEmpty
            case .webhook: true
            }
        }
    }
}

extension ReminderServers {
    static let hour = FieldDescription(
        "hour", "Hour", .integer(0...23), hint: "0 to 23, by the clock of this server")
    static let site = FieldDescription(
        "site", "Address of this site", .line(limit: 2_000), hint: "For links in reminders")
    static let smtpHost = FieldDescription("smtpHost", "Mail server", .line(limit: 253))
    static let smtpPort = FieldDescription("smtpPort", "Port", .integer(1...65_535))
    static let smtpEncryption = FieldDescription(
        "smtpEncryption", "Encryption",
        .choice([
            FieldChoice(value: "starttls", label: "STARTTLS"),
            FieldChoice(value: "tls", label: "TLS from the start"),
            FieldChoice(value: "none", label: "None"),
        ]))
    static let smtpUser = FieldDescription("smtpUser", "User", .line(limit: 200))
    static let smtpFrom = FieldDescription(
        "smtpFrom", "Sender", .line(limit: 320), hint: "The address that mail comes from")
    static let ntfyServer = FieldDescription(
        "ntfyServer", "ntfy server", .line(limit: 2_000), hint: "Such as https://ntfy.sh")
    /// Passwords, which no page shows.
    static let smtpPassword = FieldDescription("smtpPassword", "Password", .line(limit: 500))
    static let ntfyToken = FieldDescription("ntfyToken", "ntfy token", .line(limit: 500))

    /// Whether ``allowsPrivateAddresses``.
    static let allowPrivateAddresses = FieldDescription(
        "allowPrivateAddresses", "Local network",
        .choice(["yes", "no"].map { FieldChoice(value: $0, label: $0) }),
        hint: "Whether servers and webhooks may be in it")

    /// The fields of the form.
    static let fields =
        ReminderServers().texts.map(\.field) + [smtpPassword, ntfyToken, allowPrivateAddresses]

    /// The fields of the form with their texts, except passwords.
    var texts: [(field: FieldDescription, text: String)] {
        [
            (Self.hour, "\(hour)"), (Self.site, site), (Self.smtpHost, smtpHost),
            (Self.smtpPort, "\(smtpPort)"), (Self.smtpEncryption, smtpEncryption.rawValue),
            (Self.smtpUser, smtpUser), (Self.smtpFrom, smtpFrom),
            (Self.ntfyServer, ntfyServer),
        ]
    }

    /// The passwords, and whether they are set.
    var passwords: [(field: FieldDescription, isSet: Bool)] {
        [(Self.smtpPassword, !smtpPassword.isEmpty), (Self.ntfyToken, !ntfyToken.isEmpty)]
    }

    /// The settings for programs, without passwords.
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = texts.map { field, text in
            if case .integer = field.kind { return (field.name, .int(Int(text))) }
            return (field.name, .string(text.isEmpty ? nil : text))
        }
        members += [
            ("hasSmtpPassword", .bool(!smtpPassword.isEmpty)),
            ("hasNtfyToken", .bool(!ntfyToken.isEmpty)),
            ("allowPrivateAddresses", .bool(allowsPrivateAddresses)),
        ]
        return .object(members)
    }

    static let schema = JSONSchema.members(
        "hour site smtpHost smtpPort smtpEncryption smtpUser smtpFrom ntfyServer hasSmtpPassword hasNtfyToken "
            + "allowPrivateAddresses")
}
