import Backup
public import Domain
public import Foundation
import Logging
public import Persistence
import ServiceLifecycle

/// Reminds people of what is due.
struct Reminders: Sendable {
    let directory: DataDirectory
    let accounts: Accounts
    let servers: SettingsFile<ReminderServers>
    let now: @Sendable () -> Date
    /// Reads all that is due at a time.
    let due: @Sendable (Date) async throws -> [DueRecords]
    /// Sends a letter.
    var send: @Sendable (Letter) async throws -> Void = { try await $0.send() }

    /// Claims what is due now, and sends it, a few at a time.
    ///
    /// - Throws: errors of the stores and the file system.
    func sendDue() async throws {
        guard !servers.value.ways.isEmpty else { return }
        try await claim(from: servers.value.hour)
        var known: [DueRecords]?
        while !Task.isCancelled {
            let taken = try await accounts.takeReminders(limit: Letter.atOnce)
            if taken.isEmpty { return }
            let due = if let known { known } else { try await self.due(now()) }
            known = due
            let servers = servers.value
            // The results are noted even if one of them fails or the server ends.
            let tasks = taken.map { reminder in
                Task { try await deliver(reminder, of: due, by: servers) }
            }
            var results: [Result<Void, any Error>] = []
            for task in tasks { results.append(await task.result) }
            for result in results { try result.get() }
        }
    }

    private func claim(from hour: Int) async throws {
        // A record that cannot be read is reported among the due ones.
        if let failed = try? FailedBackup.read(in: directory) {
            try await accounts.claimReminders(.backup(failed.date)) { account, choice in
                choice.kinds.contains(.backup) && ReminderKind.backup.isShown(to: account.role)
            }
        }
        let date = now()
        guard Calendar.current.component(.hour, from: date) >= hour else { return }
        try await accounts.claimReminders(.daily(CalendarDay(at: date))) { _, choice in
            !choice.kinds.isEmpty
        }
    }

    private func deliver(
        _ reminder: ClaimedReminder, of due: [DueRecords], by servers: ReminderServers
    ) async throws {
        let kinds = reminder.isDaily ? reminder.choice.kinds : [.backup]
        let message = ReminderMessage(
            id: reminder.id, date: now(), due: due.shown(to: reminder.account, of: kinds),
            site: servers.site)
        var outcome = ReminderOutcome.empty
        if !message.due.isEmpty {
            do {
                try await send(
                    message.letter(by: reminder.way, to: reminder.choice, from: servers))
                outcome = .sent
            } catch let failure as Letter.Failure {
                outcome = .failed(failure.reason)
            }
        }
        try await accounts.note(outcome, of: reminder)
    }

    /// Sends a test in each way of a person, and returns the reasons why some did not arrive.
    func sendTests(
        to choice: ReminderChoice
    ) async throws -> [(way: ReminderChoice.Way, reason: String)] {
        let servers = servers.value
        let test = ReminderMessage(id: UUID(), date: now(), due: [], site: servers.site)
        let tests = choice.ways.map { way in
            (way, Task { try await send(test.letter(by: way, to: choice, from: servers)) })
        }
        var failures: [(way: ReminderChoice.Way, reason: String)] = []
        for (way, test) in tests {
            do {
                try await test.value
            } catch let failure as Letter.Failure {
                failures.append((way, failure.reason))
            }
        }
        return failures
    }
}

extension Reminders {
    init(_ site: Site) {
        let household = site.household
        self.init(
            directory: household.directory, accounts: site.accounts, servers: site.reminders,
            now: site.configuration.now
        ) { date in
            try await household.container.read { records in
                try DueRecords.all(
                    at: date, in: records, of: household.directory,
                    by: household.shopCurrency.region)
            }
        }
    }
}

extension DueRecords {
    /// All that is due at a time: records, and the last backup in a data directory.
    ///
    /// - Throws: errors of the store.
    public static func all(
        at date: Date, in context: ManagedObjectContext, of directory: DataDirectory,
        by region: Region
    ) throws -> [DueRecords] {
        try Region.$current.withValue(region) {
            try all(on: CalendarDay(at: date), in: context) + backup(in: directory, at: date)
        }
    }
}

extension [DueRecords] {
    /// The records of some kinds that a person may see.
    fileprivate func shown(to account: Account, of kinds: Set<ReminderKind>) -> [DueRecords] {
        filter { kinds.contains($0.kind) && $0.kind.isShown(to: account.role) }
    }
}

/// The reminders of today in words, a text for each way of a person: the name, the way, the address, and
/// what goes out or why nothing does.
///
/// - Parameter due: all that is due.
/// - Throws: errors of the accounts' store and the file system.
public func reminders(
    of due: [DueRecords], _ accounts: Accounts, in directory: DataDirectory
) async throws -> [String] {
    let servers = try ReminderServers.file(in: directory).value
    let date = Date()
    var texts: [String] = []
    for (account, choice) in try await accounts.reminderChoices() {
        let message = ReminderMessage(
            id: UUID(), date: date, due: due.shown(to: account, of: choice.kinds),
            site: servers.site)
        let latest = try await accounts.reminders(of: account, limit: 60)
        for way in choice.ways {
            let today = latest.first {
                $0.way == way && $0.isDaily
                    && Calendar.current.isDate($0.created, inSameDayAs: date)
            }
            var text =
                "\(account.name), \(way.rawValue) to \(choice.addresses[way, default: ""]), "
                + "from \(servers.hour):00:\n"
            if message.due.isEmpty {
                text += "Nothing is due.\n"
            } else {
                if let sent = today?.sent {
                    text += "It was sent already at \(DateText.time(sent)).\n"
                }
                do {
                    _ = try message.letter(by: way, to: choice, from: servers)
                } catch {
                    text += "It is not sent: \(error.reason)\n"
                }
                text += message.content(by: way, to: choice)
            }
            texts.append(text)
        }
    }
    return texts
}

/// Sends reminders while the server runs.
struct ReminderService: Service {
    let reminders: Reminders
    let logger: Logger
    /// The pause between two checks.
    var pause = Duration.seconds(20)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: pause)) != nil {
                do {
                    try await reminders.sendDue()
                } catch {
                    if Task.isCancelled { return }
                    logger.error("Reminders were not sent", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
