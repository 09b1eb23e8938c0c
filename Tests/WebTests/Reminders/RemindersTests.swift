import Backup
import Domain
import Foundation
import Persistence
import Synchronization
import Testing

@testable import Web

@Suite("Reminders")
struct RemindersTests {
    /// A site whose household has a due task and a product that runs low, at noon.
    final class Place: Sendable {
        let test: TestSite
        let clock: TestClock
        let household: Household
        let site: Site
        /// Its letters may go to servers of this machine.
        var reminders: Reminders {
            var reminders = Reminders(site)
            reminders.send = { letter in
                var letter = letter
                letter.reach = .anywhere
                try await letter.send()
            }
            return reminders
        }

        init(_ roles: [Role]) async throws {
            let clock = TestClock()
            while Calendar.current.component(.hour, from: clock.now) != 12 {
                clock.advance(hours: 1)
            }
            self.clock = clock
            test = try TestSite { $0.now = { clock.now } }
            try await test.addPeople(roles)
            household = try Household.open(test.configuration)
            site = try test.site(household)
            let home = household
            try await home.container.write { context in
                let task = CareTask(context: context)
                (task.title, task.due) = ("Descale", CalendarDay(clock.now).date)
                task.item = try Item.append(in: context)
                task.item?.itemName = "Espresso machine"
                let product = Product(context: context)
                (product.name, product.isStocked) = ("Mug", true)
                (product.stock, product.lowStock) = (1, 2)
                try home.save(context)
            }
            // There is a backup of today.
            let made = ISO8601DateFormatter().string(from: clock.now)
            let note = #"{"bytes":1,"made":"\#(made)","path":"/backup.tar.zst"}"#
            try Data(note.utf8).write(to: URL(fileURLWithPath: household.directory.lastBackup))
        }

        deinit {
            try? site.accounts.close()
            try? household.close()
        }

        func set(_ change: (inout ReminderServers) -> Void = { _ in }) throws {
            try site.reminders.change {
                $0.site = "https://home.example.org"
                change(&$0)
            }
        }

        func remind(
            _ role: Role, _ way: ReminderChoice.Way, _ address: String, givesNames: Bool = false
        ) async throws {
            let choice = ReminderChoice([way: address], givesNames: givesNames)
            try await site.accounts.remind(account(role), choice)
        }

        func account(_ role: Role) async throws -> Account {
            try #require(try await site.accounts.account(named: role.rawValue))
        }

        func latest(_ role: Role) async throws -> ClaimedReminder? {
            try await site.accounts.reminders(of: account(role), limit: 1).first
        }
    }

    @Test("Each person is reminded once a day, from the hour on, of what their role shows")
    func daily() async throws {
        let place = try await Place([.owner, .shop])
        let server = try LocalServer.http()
        try await place.remind(.owner, .webhook, "http://127.0.0.1:\(server.port)/owner")
        try await place.remind(.shop, .webhook, "http://127.0.0.1:\(server.port)/shop")

        try await place.reminders.sendDue()
        #expect(server.received.isEmpty, "nothing goes out before an owner has set it up")
        try place.set { $0.hour = 13 }
        try await place.reminders.sendDue()
        #expect(server.received.isEmpty)
        place.clock.advance(hours: 1)
        for _ in 0..<3 { try await place.reminders.sendDue() }

        #expect(server.received.count == 2)
        let owner = try #require(server.received.first { $0.hasPrefix("POST /owner ") })
        let shop = try #require(server.received.first { $0.hasPrefix("POST /shop ") })
        #expect(owner.contains(#""title":"1 task is due, 1 product runs low""#), "\(owner)")
        #expect(owner.contains("Descale, Espresso machine: "))
        #expect(owner.contains(#""link":"https://home.example.org/tasks?state=due""#))
        #expect(shop.contains(#""title":"1 product runs low""#) && shop.contains("Mug"))
        #expect(!shop.contains("Espresso"))
        let id = try #require(try await place.latest(.owner)).id.uuidString
        #expect(owner.contains(#"{"id":"\#(id)""#))
        #expect(owner.contains("Homeowner-Reminder: \(id)\r\n"))
        place.clock.advance(hours: 24)
        try await place.reminders.sendDue()
        #expect(server.received.count == 4)
    }

    @Test("ntfy gets numbers and a link, and names only if the person wants them")
    func ntfy() async throws {
        let place = try await Place([.owner, .member])
        let server = try LocalServer.http()
        try place.set {
            $0.ntfyServer = "http://127.0.0.1:\(server.port)"
        }
        try await place.remind(.owner, .ntfy, "bare")
        try await place.remind(.member, .ntfy, "named", givesNames: true)

        try await place.reminders.sendDue()

        let bare = try #require(server.received.first { $0.contains(#""topic":"bare""#) })
        let named = try #require(server.received.first { $0.contains(#""topic":"named""#) })
        #expect(bare.contains("1 task is due") && !bare.contains("Espresso"))
        #expect(bare.contains("https://home.example.org/tasks"))
        #expect(named.contains("Descale, Espresso machine"))
    }

    @Test("A mail has its parts, and the identifier of its reminder")
    func mail() async throws {
        let place = try await Place([.owner])
        let server = try LocalServer.smtp()
        try place.set {
            ($0.smtpHost, $0.smtpPort, $0.smtpEncryption) = ("127.0.0.1", server.port, .none)
            $0.smtpFrom = "home@example.org"
        }
        try await place.remind(.owner, .email, "anna@example.org")

        try await place.reminders.sendDue()

        let dialogue = try #require(server.received.first)
        let id = try #require(try await place.latest(.owner)).id.uuidString
        #expect(dialogue.contains("RCPT TO:<anna@example.org>\r\n"))
        #expect(dialogue.contains("\r\nSubject: 1 task is due, 1 product runs low\r\n"))
        #expect(dialogue.contains("\r\nMessage-ID: <\(id)@example.org>\r\n"))
        let content = try #require(
            dialogue.firstMatch(of: #/base64\r\n\r\n([A-Za-z0-9+\/=\r\n]+)/#)?.1)
        let data = try #require(
            Data(base64Encoded: String(content), options: .ignoreUnknownCharacters))
        #expect(String(decoding: data, as: UTF8.self).contains("- Descale, Espresso machine: "))
    }

    @Test("What cannot be sent is tried again later, with the same identifier, and shown")
    func retrying() async throws {
        let place = try await Place([.owner])
        let (clock, start) = (place.clock, place.clock.now)
        let server = try LocalServer.http { _ in
            clock.now > start
                ? LocalServer.ok : "HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"
        }
        try place.set()
        try await place.remind(.owner, .webhook, "http://127.0.0.1:\(server.port)/")

        try await place.reminders.sendDue()
        try await place.reminders.sendDue()
        let failed = try #require(try await place.latest(.owner))
        place.clock.advance(hours: 0.1)
        try await place.reminders.sendDue()
        let sent = try #require(try await place.latest(.owner))

        #expect(failed.failure == "The server answered with the status 503.")
        #expect(failed.next != nil && failed.attempts == 1)
        #expect(sent.id == failed.id && sent.sent != nil && sent.attempts == 2)
        #expect(server.received.count == 2)
        #expect(server.received.allSatisfy { $0.contains(sent.id.uuidString) })
    }

    @Test("A person is reminded in each way that has an address, and only a failed one goes again")
    func ways() async throws {
        let place = try await Place([.owner])
        let (clock, start) = (place.clock, place.clock.now)
        let (server, mail) = (
            try LocalServer.http { request in
                clock.now > start || request.hasPrefix("POST /hook ")
                    ? LocalServer.ok : "HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"
            }, try LocalServer.smtp()
        )
        try place.set {
            $0.ntfyServer = "http://127.0.0.1:\(server.port)"
            ($0.smtpHost, $0.smtpPort, $0.smtpEncryption) = ("127.0.0.1", mail.port, .none)
            $0.smtpFrom = "home@example.org"
        }
        let choice = ReminderChoice([
            .email: "anna@example.org", .ntfy: "topic",
            .webhook: "http://127.0.0.1:\(server.port)/hook",
        ])
        try await place.site.accounts.remind(place.account(.owner), choice)

        try await place.reminders.sendDue()
        #expect(mail.received.count == 1 && server.received.count == 2)
        place.clock.advance(hours: 0.1)
        try await place.reminders.sendDue()

        #expect(mail.received.count == 1 && server.received.count == 3)
        #expect(server.received.last?.contains(#""topic":"topic""#) == true)
        let all = try await place.site.accounts.reminders(of: place.account(.owner), limit: 10)
        #expect(all.count == 3 && all.allSatisfy { $0.sent != nil })
        #expect(all.filter { $0.attempts == 2 }.map(\.way) == [.ntfy])
    }

    @Test("A failed backup is told to owners at once, and again only for the next failure")
    func failedBackup() async throws {
        let place = try await Place([.owner, .member])
        let server = try LocalServer.http()
        try place.set { $0.hour = 23 }
        for role in [Role.owner, .member] {
            try await place.remind(role, .webhook, "http://127.0.0.1:\(server.port)/\(role)")
        }
        let directory = place.household.directory
        try FailedBackup(date: place.clock.now, reason: "The disk is full.").note(in: directory)

        for _ in 0..<2 { try await place.reminders.sendDue() }
        #expect(server.received.count == 1)
        let told = try #require(server.received.first)
        #expect(told.hasPrefix("POST /owner ") && told.contains("The disk is full."))
        #expect(told.contains("1 backup needs attention") && !told.contains("Espresso"))

        place.clock.advance(hours: 1)
        try FailedBackup(date: place.clock.now, reason: "It is full still.").note(in: directory)
        try await place.reminders.sendDue()
        #expect(server.received.count == 2)
    }

    @Test("A backup that is older than a week is due, but not one that was never made")
    func oldBackup() async throws {
        let place = try await Place([.owner])
        let directory = place.household.directory
        func due(_ days: Double) -> [String] {
            DueRecords.backup(in: directory, at: place.clock.now + days * 86_400).flatMap(\.names)
        }

        #expect(due(6.9).isEmpty)
        #expect(due(7.1).first?.hasPrefix("The last one is of November ") == true)
        try FileManager.default.removeItem(atPath: directory.lastBackup)
        #expect(due(0).isEmpty, "none was made yet")
    }

    @Test("A record of backups that cannot be read is told, and everything else too")
    func unreadableBackup() async throws {
        let place = try await Place([.owner])
        let server = try LocalServer.http()
        try place.set()
        try await place.remind(.owner, .webhook, "http://127.0.0.1:\(server.port)/")
        try Data("{".utf8).write(
            to: URL(fileURLWithPath: place.household.directory.failedBackup))

        try await place.reminders.sendDue()

        #expect(server.received.count == 1)
        #expect(
            server.received.first?.contains("The record of the last one cannot be read") == true)
        #expect(server.received.first?.contains("1 task is due") == true)
    }

    @Test("The end of the server waits for a reminder on its way, so that it does not come twice")
    func ending() async throws {
        let place = try await Place([.owner])
        let isEnding = Mutex(false)
        let server = try LocalServer.http { _ in
            while !isEnding.withLock({ $0 }) { usleep(1_000) }
            return LocalServer.ok
        }
        try place.set()
        try await place.remind(.owner, .webhook, "http://127.0.0.1:\(server.port)/")
        let reminders = place.reminders

        let task = Task { try await reminders.sendDue() }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        isEnding.withLock { $0 = true }
        _ = await task.result

        #expect(try await place.latest(.owner)?.sent != nil)
        place.clock.advance(hours: 1)
        try await place.reminders.sendDue()
        #expect(server.received.count == 1)
    }

    @Test("Each way has its reach and its credentials, and ntfy at most 4096 bytes")
    func letters() throws {
        var servers = ReminderServers()
        (servers.site, servers.smtpHost) = ("https://home.example.org", "mail.example.org")
        (servers.smtpUser, servers.smtpFrom) = ("home", "home@example.org")
        (servers.ntfyServer, servers.ntfyToken) = ("https://ntfy.example.org", "tk_secret")
        let names = (1...10).map { _ in String(repeating: "ä", count: 400) }
        let message = ReminderMessage(
            id: UUID(), date: Date(), due: [DueRecords(.care, count: 10, names: names)],
            site: servers.site)
        func letter(_ way: ReminderChoice.Way) throws -> Letter {
            try message.letter(
                by: way, to: ReminderChoice([way: "https://example.org/"], givesNames: true),
                from: servers)
        }

        #expect(try ReminderChoice.Way.allCases.allSatisfy { try letter($0).reach == .internet })
        servers.allowsPrivateAddresses = true
        #expect(try letter(.email).reach == .anywhere && letter(.ntfy).reach == .anywhere)
        #expect(try letter(.webhook).reach == .network)
        #expect(try letter(.email).user.isEmpty, "there is no password")
        servers.smtpPassword = "very secret"
        #expect(try letter(.email).user == "home" && letter(.email).password == "very secret")
        #expect(try letter(.ntfy).fields.contains("Authorization: Bearer tk_secret"))
        #expect(try letter(.webhook).fields.allSatisfy { !$0.contains("Authorization") })
        let note = try JSONDecoder().decode(
            [String: String].self, from: Data(try letter(.ntfy).body.utf8))
        #expect((4_090...4_096).contains(note["message"]?.utf8.count ?? 0))
    }

    @Test("A thousand reminders to a slow server go out once each, four at a time")
    func many() async throws {
        let place = try await Place([.owner])
        let server = try LocalServer.http { _ in
            usleep(5_000)
            return LocalServer.ok
        }
        try place.set()
        try await place.remind(.owner, .webhook, "http://127.0.0.1:\(server.port)/")
        for number in 0..<999 {
            try await place.site.accounts.claimReminders(
                .backup(Date(timeIntervalSince1970: Double(number)))
            ) { _, _ in true }
        }
        try FailedBackup(date: Date(timeIntervalSince1970: 0), reason: "Full.")
            .note(in: place.household.directory)

        try await place.reminders.sendDue()

        let ids = server.received.compactMap { $0.firstMatch(of: #/Homeowner-Reminder: (\S+)/#)?.1 }
        #expect(ids.count == 1_000 && Set(ids).count == 1_000)
        // An answered connection may still be open when the next one comes.
        #expect(server.mostAtOnce <= 2 * Letter.atOnce)
    }
}
