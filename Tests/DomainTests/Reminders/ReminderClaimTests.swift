import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Claims of reminders")
struct ReminderClaimTests {
    typealias Place = AccountTests.Place

    private static let choice = ReminderChoice(
        [.email: "anna@example.org"], kinds: [.care, .backup])
    private static let day = ReminderOccasion.daily(.test)

    private static func claimed(
        _ accounts: Accounts, _ occasion: ReminderOccasion = day
    ) async throws
        -> [ClaimedReminder]
    {
        try await accounts.claimReminders(occasion) { _, choice in !choice.kinds.isEmpty }
        return try await accounts.takeReminders(limit: 10)
    }

    private static func anna(_ accounts: Accounts) async throws -> Account {
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        try await accounts.remind(anna, choice)
        return anna
    }

    @Test("A choice is kept, also through a removal that is undone, and can be taken back")
    func choices() async throws {
        let accounts = try Place().open()
        let anna = try await Self.anna(accounts)
        let ben = try await accounts.add("Ben", password: AccountTests.password, role: .member)
        try await accounts.remind(ben, Self.choice)

        #expect(try await Self.claimed(accounts).count == 2)
        let token = try #require(try await accounts.remove("Ben", forgets: false))
        _ = try await accounts.restore(token)

        #expect(try await Self.claimed(accounts).isEmpty, "it is not sent again")
        #expect(try await accounts.reminderChoice(of: ben) == Self.choice)
        #expect(try await accounts.reminderChoices().map(\.account.name) == ["Anna", "Ben"])
        try await accounts.remind(anna, ReminderChoice())
        #expect(try await accounts.reminderChoice(of: anna) == ReminderChoice())
        #expect(try await accounts.reminderChoices().map(\.account.name) == ["Ben"])
    }

    @Test("A reminder is taken once an occasion, by one server, and not again once it is sent")
    func once() async throws {
        let place = try Place()
        let (first, second) = (place.open(), place.open())
        let anna = try await Self.anna(first)

        async let one = Self.claimed(first)
        async let two = Self.claimed(second)
        let taken = try await one + two
        let sent = try #require(taken.first)
        try await second.note(.sent, of: sent)
        place.wait(90_000)

        #expect(taken.count == 1 && sent.attempts == 1 && sent.isDaily)
        #expect(try await Self.claimed(first).isEmpty)
        let listed = try await first.reminders(of: anna, limit: 10)
        #expect(listed.map(\.id) == [sent.id])
        #expect(listed.first?.sent != nil && listed.first?.next == nil)
        #expect(try await Self.claimed(first, .daily(CalendarDay.test.adding(days: 1))).count == 1)
    }

    @Test("Each way has its reminder, which is tried again without the others")
    func ways() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await Self.anna(accounts)
        var choice = Self.choice
        choice.addresses[.ntfy] = "topic"
        choice.addresses[.webhook] = "https://example.org/"
        try await accounts.remind(anna, choice)

        let taken = try await Self.claimed(accounts)
        #expect(Set(taken.map(\.way)) == Set(ReminderChoice.Way.allCases))
        #expect(Set(taken.map(\.id)).count == 3)
        for reminder in taken {
            try await accounts.note(
                reminder.way == .ntfy ? .failed("It is out.") : .sent, of: reminder)
        }
        place.wait(Accounts.reminderPauses[0])
        #expect(try await Self.claimed(accounts).map(\.way) == [.ntfy])
        choice.addresses[.ntfy] = nil
        try await accounts.remind(anna, choice)
        place.wait(Accounts.longestAttempt)
        #expect(try await Self.claimed(accounts).isEmpty, "there is no address")
    }

    @Test("If a server is killed between claim and note, another sends it with the same identifier")
    func killed() async throws {
        let place = try Place()
        let first = place.open()
        _ = try await Self.anna(first)
        let lost = try #require(try await Self.claimed(first).first)
        try first.close()

        let second = place.open()
        #expect(try await Self.claimed(second).isEmpty, "the first may still be at it")
        place.wait(Accounts.longestAttempt)
        let again = try #require(try await Self.claimed(second).first)

        #expect(again.id == lost.id && again.attempts == 2)
    }

    @Test("The result of an attempt does not change a later one, unless it was sent")
    func late() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await Self.anna(accounts)
        func latest() async throws -> ClaimedReminder? {
            try await accounts.reminders(of: anna, limit: 1).first
        }
        let first = try #require(try await Self.claimed(accounts).first)
        place.wait(Accounts.longestAttempt)
        let second = try #require(try await Self.claimed(accounts).first)

        try await accounts.note(.failed("It is late."), of: first)
        #expect(try await latest() == second)
        try await accounts.note(.sent, of: first)
        try await accounts.note(.failed("It was refused."), of: second)

        let last = try #require(try await latest())
        #expect(last.sent != nil && last.next == nil && last.failure == nil)
    }

    @Test("A reminder whose server ends each time is given up, and says so")
    func interrupted() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await Self.anna(accounts)
        for _ in 0...Accounts.reminderPauses.count {
            #expect(try await Self.claimed(accounts).count == 1)
            place.wait(Accounts.longestAttempt)
        }

        #expect(try await Self.claimed(accounts).isEmpty)
        let last = try #require(try await accounts.reminders(of: anna, limit: 1).first)
        #expect(last.next == nil && last.failure == "It was interrupted.")
    }

    @Test("Failures are tried again after growing pauses, and then no more")
    func retries() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await Self.anna(accounts)
        try await accounts.claimReminders(Self.day) { _, _ in true }
        var pauses: [TimeInterval] = []
        for _ in 0...Accounts.reminderPauses.count {
            let taken = try #require(try await accounts.takeReminders(limit: 1).first)
            try await accounts.note(.failed("The server is out."), of: taken)
            let noted = try #require(try await accounts.reminders(of: anna, limit: 1).first)
            #expect(noted.failure == "The server is out.")
            guard let next = noted.next else { break }
            let pause = next.timeIntervalSince(place.clock.withLock { $0 })
            pauses.append(pause)
            place.wait(pause - 1)
            #expect(try await accounts.takeReminders(limit: 1).isEmpty)
            place.wait(1)
        }

        #expect(pauses == Accounts.reminderPauses)
        #expect(pauses == pauses.sorted())
        place.wait(90_000)
        #expect(try await accounts.takeReminders(limit: 1).isEmpty)
        #expect(try await accounts.reminders(of: anna, limit: 1).first?.attempts == 6)
    }

    @Test("A failed backup goes first; people who want no reminders get none, and old ones go")
    func order() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await Self.anna(accounts)
        let ben = try await accounts.add("Ben", password: AccountTests.password, role: .member)
        try await accounts.claimReminders(Self.day) { _, _ in true }
        try await accounts.claimReminders(.backup(Date())) { _, choice in
            choice.kinds.contains(.backup)
        }

        let taken = try await accounts.takeReminders(limit: 10)
        try await accounts.remind(anna, ReminderChoice())
        place.wait(31 * 86_400)
        #expect(try await accounts.takeReminders(limit: 10).isEmpty, "no one is to get them now")
        try await accounts.remind(ben, Self.choice)
        _ = try await Self.claimed(accounts, .daily(CalendarDay.test.adding(days: 31)))

        #expect(taken.map(\.isDaily) == [false, true])
        #expect(taken.allSatisfy { $0.account == anna })
        try await accounts.remind(anna, Self.choice)
        #expect(try await accounts.reminders(of: anna, limit: 10).isEmpty)
    }

    @Test("The file of people has neither addresses nor reminders")
    func peopleFile() async throws {
        let accounts = try Place().open()
        _ = try await Self.anna(accounts)
        let passphrase = "a long passphrase for the file"
        let file = try await accounts.file(passphrase: passphrase)
        let other = try Place().open()

        _ = try await other.take(file, passphrase: passphrase, existing: nil)

        #expect(try await other.reminderChoices().isEmpty)
        #expect(try await other.all().map(\.name) == ["Anna"])
    }
}
