import Foundation
import Testing

@testable import Domain

@Suite("Concurrent changes of accounts")
struct AccountsAtOnceTests {
    private static let password = AccountTests.password

    @Test("Removing the last two people at once leaves one when an owner is required")
    func lastPerson() async throws {
        let place = try AccountTests.Place()
        let accounts = place.open()
        for name in ["Anna", "Ben"] {
            try await accounts.add(name, password: Self.password, role: .owner)
        }

        let answers: [AccountError?] = await withTaskGroup(of: AccountError?.self) { group in
            for name in ["Anna", "Ben"] {
                group.addTask { await Self.removal(of: name, from: accounts) }
            }
            return await group.reduce(into: [AccountError?]()) { $0.append($1) }
        }

        #expect(answers.count { $0 == nil } == 1, "\(answers)")
        #expect(answers.contains(AccountError.last), "\(answers)")
        let last = try #require(try await accounts.all().first)
        #expect(await Self.removal(of: last.name, from: accounts) == AccountError.last)
        // The command line may remove the last one, too.
        try await accounts.remove(last.name)
        #expect(try await accounts.isEmpty)
        try accounts.close()
    }

    @Test("A person who signs in during a read is found, even if the files seem unchanged")
    func signingInWhileReading() async throws {
        let place = try AccountTests.Place()
        let accounts = place.open()
        try await accounts.add("Anna", password: Self.password, role: .owner)
        let before = try accounts.look()
        let read = try await accounts.readSnapshot()
        let secret = try await accounts.signIn(
            "Anna", password: Self.password, from: AccountTests.home, agent: ""
        ).secret

        // A log that is overwritten from its beginning keeps its size, and its time within a clock tick.
        let same = Accounts.Look(
            stamp: try accounts.look().stamp, writes: before.writes, kept: nil)
        _ = accounts.keep(read, after: same)

        #expect(try await accounts.device(with: secret) != nil)
        try accounts.close()
    }

    /// Removes a person as the page does. Returns the refusal.
    private static func removal(of name: String, from accounts: Accounts) async -> AccountError? {
        do {
            try await accounts.remove(name, keepsLast: true)
            return nil
        } catch {
            return error as? AccountError
        }
    }
}
