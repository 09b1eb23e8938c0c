import Backup
import Domain
import Foundation

/// A reminder in words.
struct ReminderMessage: Sendable {
    /// The identifier, the same in each attempt to send it.
    let id: UUID
    let date: Date
    var due: [DueRecords]
    /// The address of the site.
    let site: String

    /// `2 tasks are due, 1 loan is overdue`; ASCII.
    var title: String {
        due.isEmpty
            ? "A test: reminders arrive here" : due.map(\.clause).joined(separator: ", ")
    }

    /// The page of a kind, or of everything.
    private func link(_ kind: ReminderKind? = nil) -> String {
        site + (kind?.path ?? .overview).path
    }

    /// The text of several lines.
    func text(withNames: Bool) -> String {
        let parts = due.map { part in
            let names: [String] = withNames ? part.names : []
            let rest = part.count - names.count
            let more: [String] = !names.isEmpty && rest > 0 ? ["- and \(rest) more"] : []
            return (["\(part.clause):"] + names.map { "- \($0)" } + more + [link(part.kind)])
                .joined(separator: "\n")
        }
        return (parts.isEmpty ? [title, link()] : parts).joined(separator: "\n\n") + "\n"
    }

    /// The document for a webhook.
    var json: JSONValue {
        .object([
            ("id", .string(id.uuidString)), ("date", .date(date)), ("title", .string(title)),
            ("link", .string(link())),
            (
                "reminders",
                .array(
                    due.map { part in
                        .object([
                            ("kind", .string(part.kind.rawValue)), ("count", .int(part.count)),
                            ("text", .string(part.clause)), ("link", .string(link(part.kind))),
                            ("names", .array(part.names.map { .string($0) })),
                        ])
                    })
            ),
        ])
    }

    /// The letter for a person, in one of the ways.
    ///
    /// - Throws: ``Letter/Failure`` if no server sends such letters.
    func letter(
        by way: ReminderChoice.Way, to choice: ReminderChoice, from servers: ReminderServers
    ) throws(Letter.Failure) -> Letter {
        guard let address = choice.addresses[way], servers.ways.contains(way) else {
            throw Letter.Failure("An owner has set up no server for this.")
        }
        var letter: Letter
        let content = content(by: way, to: choice)
        switch way {
        case .email: letter = mail(content, to: address, from: servers)
        case .ntfy:
            letter = Letter(address: servers.ntfyServer, body: content)
            if !servers.ntfyToken.isEmpty {
                letter.fields.append("Authorization: Bearer \(servers.ntfyToken)")
            }
        case .webhook: letter = Letter(address: address, body: content)
        }
        if way != .email {
            letter.fields += [
                "Content-Type: application/json", "Homeowner-Reminder: \(id.uuidString)",
            ]
        }
        letter.reach = servers.reach(of: way)
        return letter
    }

    /// The text of a mail, or the document for ntfy or a webhook.
    func content(by way: ReminderChoice.Way, to choice: ReminderChoice) -> String {
        switch way {
        case .email: return text(withNames: true)
        case .webhook: return json.text
        case .ntfy:
            var message = text(withNames: choice.givesNames)
            // ntfy takes at most 4096 bytes.
            while message.utf8.count > 4_096 { message.removeLast() }
            return JSONValue.object([
                ("topic", .string(choice.addresses[way])), ("title", .string(title)),
                ("message", .string(message)), ("click", .string(link())),
            ]).text
        }
    }

    private func mail(
        _ text: String, to address: String, from servers: ReminderServers
    ) -> Letter {
        let scheme = servers.smtpEncryption == .tls ? "smtps" : "smtp"
        let domain = servers.smtpFrom.split(separator: "@").last ?? "localhost"
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        let content = Data(text.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        let lines = [
            "From: Homeowner <\(servers.smtpFrom)>", "To: <\(address)>",
            "Subject: \(title)",
            "Date: \(format.string(from: date))", "Message-ID: <\(id.uuidString)@\(domain)>",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
            content, "",
        ]
        return Letter(
            address: "\(scheme)://\(servers.smtpHost):\(servers.smtpPort)",
            body: lines.joined(separator: "\r\n"), sender: servers.smtpFrom,
            recipient: address, user: servers.smtpPassword.isEmpty ? "" : servers.smtpUser,
            password: servers.smtpPassword,
            startsTLS: servers.smtpEncryption == .starttls)
    }
}

extension DueRecords {
    /// `2 tasks are due`.
    var clause: String {
        func text(_ one: String, _ many: String) -> String {
            count == 1 ? "1 \(one)" : "\(count) \(many)"
        }
        return switch kind {
        case .care: text("task is due", "tasks are due")
        case .loans: text("loan is overdue", "loans are overdue")
        case .warranties:
            text("warranty ends", "warranties end") + " within \(Self.warrantyDays) days"
        case .stock: text("product runs low", "products run low")
        case .invoices: text("invoice is unpaid", "invoices are unpaid")
        case .backup: text("backup needs attention", "backups need attention")
        }
    }

    /// The last backup, if it failed or is older than a week; otherwise none.
    static func backup(in directory: DataDirectory, at date: Date) -> [DueRecords] {
        func due(_ text: String) -> [DueRecords] { [DueRecords(.backup, count: 1, names: [text])] }
        do {
            if let failed = try FailedBackup.read(in: directory) {
                return due("It failed on \(DateText.moment(failed.date)): \(failed.reason)")
            }
            guard let last = try LastBackup.read(in: directory),
                date.timeIntervalSince(last.made) > 7 * 86_400
            else { return [] }
            return due("The last one is of \(DateText.long(last.made))")
        } catch {
            return due("The record of the last one cannot be read")
        }
    }
}

extension ReminderKind {
    /// The list of what is due.
    var path: SitePath {
        switch self {
        case .care: .tasks(in: .due)
        case .loans: ListQuery().filtered("state", by: "overdue").address(of: .loans)
        case .warranties:
            ListQuery().filtered("warranty", by: "soon").sorted(by: SortOrder("warrantyUntil"))
                .address(of: .items)
        case .stock: ListQuery().filtered("low", by: "yes").address(of: .products)
        case .invoices: .invoices
        case .backup: .backup
        }
    }

    var label: String {
        switch self {
        case .care: "Maintenance that is due"
        case .loans: "Loans that are overdue"
        case .warranties: "Warranties that end within \(DueRecords.warrantyDays) days"
        case .stock: "Products that run low"
        case .invoices: "Invoices that are unpaid on their due day"
        case .backup: "A backup that failed or is older than a week"
        }
    }
}
