import Domain

/// The servers that send reminders, as an owner has set them.
struct ReminderServers: Codable, Equatable, Sendable {
    /// How a connection to the mail server is encrypted.
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
    var mailHost = ""
    var mailPort = 587
    var mailEncryption = Encryption.starttls
    var mailUser = ""
    var mailPassword = ""
    /// The address that mail comes from.
    var mailSender = ""
    /// The address of the ntfy server; empty for none.
    var ntfy = ""
    var ntfyPassword = ""
    /// Whether the mail server and the ntfy server may be in the local network or on this machine.
    var allowsInside = false
    /// Whether webhooks, which people choose, may be in the local network.
    var allowsInsideWebhooks = false

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

    /// The ways to reach a person by these servers.
    var ways: [ReminderChoice.Way] {
        guard !site.isEmpty else { return [] }
        return ReminderChoice.Way.allCases.filter { way in
            switch way {
            case .mail: !mailHost.isEmpty
            case .ntfy: !ntfy.isEmpty
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
    static let mailHost = FieldDescription("mailHost", "Mail server", .line(limit: 253))
    static let mailPort = FieldDescription("mailPort", "Port", .integer(1...65_535))
    static let mailEncryption = FieldDescription(
        "mailEncryption", "Encryption",
        .choice([
            FieldChoice(value: "starttls", label: "STARTTLS"),
            FieldChoice(value: "tls", label: "TLS from the start"),
            FieldChoice(value: "none", label: "None"),
        ]))
    static let mailUser = FieldDescription("mailUser", "User", .line(limit: 200))
    static let mailSender = FieldDescription(
        "mailSender", "Sender", .line(limit: 320), hint: "The address that mail comes from")
    static let ntfy = FieldDescription(
        "ntfy", "ntfy server", .line(limit: 2_000), hint: "Such as https://ntfy.sh")
    /// Passwords, which no page shows.
    static let mailPassword = FieldDescription("mailPassword", "Password", .line(limit: 500))
    static let ntfyPassword = FieldDescription("ntfyPassword", "ntfy token", .line(limit: 500))

    /// The consents, with their labels.
    var consents: [(name: String, label: String, isGiven: Bool)] {
        [
            (
                "allowsInside", "Both servers may be in the local network or on this machine",
                allowsInside
            ),
            (
                "allowsInsideWebhooks",
                "Webhooks may be in the local network: everyone chooses theirs",
                allowsInsideWebhooks
            ),
        ]
    }

    /// The fields of the form, with their texts, but for passwords.
    var texts: [(field: FieldDescription, text: String)] {
        [
            (Self.hour, "\(hour)"), (Self.site, site), (Self.mailHost, mailHost),
            (Self.mailPort, "\(mailPort)"), (Self.mailEncryption, mailEncryption.rawValue),
            (Self.mailUser, mailUser), (Self.mailSender, mailSender), (Self.ntfy, ntfy),
        ]
    }

    /// The passwords, and whether they are set.
    var passwords: [(field: FieldDescription, isSet: Bool)] {
        [(Self.mailPassword, !mailPassword.isEmpty), (Self.ntfyPassword, !ntfyPassword.isEmpty)]
    }

    /// The settings for programs, without passwords.
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = texts.map { field, text in
            if case .integer = field.kind { return (field.name, .int(Int(text))) }
            return (field.name, .string(text.isEmpty ? nil : text))
        }
        members += [
            ("hasMailPassword", .bool(!mailPassword.isEmpty)),
            ("hasNtfyPassword", .bool(!ntfyPassword.isEmpty)),
        ]
        members += consents.map { ($0.name, .bool($0.isGiven)) }
        return .object(members)
    }

    static let schema = JSONSchema.members(
        "hour site mailHost mailPort mailEncryption mailUser mailSender ntfy hasMailPassword hasNtfyPassword "
            + "allowsInside allowsInsideWebhooks")
    /// The form as its description has it.
    static let parameters =
        (ReminderServers().texts.map(\.field) + [mailPassword, ntfyPassword]).map(
            RouteParameter.init)
        + ReminderServers().consents.map { .flag($0.name, $0.label) }
}
