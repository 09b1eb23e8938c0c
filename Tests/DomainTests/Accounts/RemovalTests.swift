import Foundation
import ObjectModel
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Removals and late forms that the accounts store for a while")
struct RemovalTests {
    private typealias Place = AccountTests.Place

    private static let day: TimeInterval = 86_400

    /// Adds an owner, and a person who has signed in. Returns the secret of the person's browser.
    private static func fill(_ accounts: Accounts) async throws -> Secret {
        for name in ["Anna", "Quokka"] {
            try await accounts.add(name, password: AccountTests.password, role: .owner)
        }
        return try await accounts.signIn(
            "Quokka", password: AccountTests.password, from: AccountTests.home,
            agent: "Quollbrowser"
        ).secret
    }

    @Test("A removal is undone once, by another server or after a restart too")
    func undoing() async throws {
        let place = try Place()
        let (first, second) = (place.open(), place.open())
        let secret = try await Self.fill(first)
        let token = try #require(try await first.remove("Quokka", forgets: false))
        #expect(try await second.all().map(\.name) == ["Anna"])
        #expect(try await second.device(with: secret) == nil)
        try first.close()
        let restarted = place.open()

        #expect(try await restarted.canRestore(token))
        #expect(try await second.restore(token)?.name == "Quokka")

        #expect(try await restarted.restore(token) == nil)
        #expect(try await restarted.device(with: secret)?.agent == "Quollbrowser")
        try await restarted.change("Anna", to: .viewer)
        try second.close()
        try restarted.close()
    }

    @Test("After a day a removal can no longer be undone, and no file names the person")
    func forgettingStale() async throws {
        let place = try Place()
        let (accounts, server) = (place.open(), place.open())
        _ = try await Self.fill(accounts)
        let token = try #require(try await accounts.remove("Quokka", forgets: false))
        try await accounts.erasePersonalData()

        place.wait(Self.day)
        try await server.forgetStale()
        #expect(try await server.canRestore(token))
        #expect(try AccountTests.files(of: place, with: "Quokka") != [])
        place.wait(1)
        #expect(try await !server.canRestore(token))
        #expect(try await server.restore(token) == nil)
        try await server.forgetStale()

        for text in ["Quokka", "quokka", "Quollbrowser", token] {
            #expect(try AccountTests.files(of: place, with: text) == [], "\(text)")
        }
        try accounts.close()
        try server.close()
    }

    @Test("A forgotten person is in no stored removal, not even in an earlier one")
    func forgetting() async throws {
        let place = try Place()
        let accounts = place.open()
        _ = try await Self.fill(accounts)
        let first = try #require(try await accounts.remove("Quokka", forgets: false))
        try await accounts.add("QUOKKA", password: AccountTests.password, role: .member)
        await #expect(throws: AccountError.self) { try await accounts.restore(first) }
        #expect(try await accounts.canRestore(first))

        #expect(try await accounts.remove("quokka") == nil)
        #expect(try await !accounts.canRestore(first))
        try await accounts.add("Quokka", password: AccountTests.password, role: .member)
        let third = try #require(try await accounts.remove("Quokka", forgets: false))
        try await accounts.forgetRemovals(of: "QUOKKA")
        #expect(try await !accounts.canRestore(third))
        #expect(try await accounts.erasePersonalData())

        for text in ["Quokka", "quokka", "QUOKKA"] {
            #expect(try AccountTests.files(of: place, with: text) == [], "\(text)")
        }
        try accounts.close()
    }

    @Test("Only the last 20 removals can be undone")
    func limit() async throws {
        let place = try Place()
        let accounts = place.open(cost: .init(bytes: 1 << 20, passes: 1))
        try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        var tokens: [String] = []
        for number in 1...22 {
            let name = "Guest \(number)"
            try await accounts.add(name, password: AccountTests.password, role: .viewer)
            place.wait(1)
            tokens.append(try #require(try await accounts.remove(name, forgets: false)))
        }

        var kept: [Bool] = []
        for token in tokens { kept.append(try await accounts.canRestore(token)) }

        #expect(kept == [false, false] + Array(repeating: true, count: 20))
        try accounts.close()
    }

    @Test("A late form is returned once, to its own browser, within 15 minutes")
    func staleForms() async throws {
        let place = try Place()
        let (first, second) = (place.open(), place.open())
        let device = try #require(
            try await first.device(with: try await Self.fill(first)))
        let other = try await first.signIn(
            "Anna", password: AccountTests.password, from: AccountTests.home, agent: "")
        let stranger = try #require(try await first.device(with: other.secret))
        func form(_ value: String) -> TypedForm {
            TypedForm(path: "/people", fields: [.init(name: "name", value: value)])
        }
        func take(_ device: Device, _ path: String = "/people") async throws -> TypedForm? {
            try await second.takeForm(of: device) { $0 == path }
        }

        #expect(try await first.keep(form("Wombat"), of: device))
        #expect(try await first.keep(form("Numbat"), of: device))
        #expect(try await take(stranger) == nil)
        #expect(try await take(device, "/sharing") == nil)
        #expect(try await take(device) == form("Numbat"))
        #expect(try await take(device) == nil)

        let large = String(repeating: "x", count: 64 << 10)
        #expect(try await !first.keep(form(large), of: device))
        #expect(try await first.keep(form("Bilby"), of: device))
        place.wait(900)
        try await second.forgetStale()
        #expect(try AccountTests.files(of: place, with: "Bilby") != [])
        place.wait(1)
        #expect(try await take(device) == nil)
        try await second.forgetStale()
        #expect(try await first.keep(form("Potoroo"), of: device))
        // It is deleted with the browser, and not restored with the person.
        let token = try #require(try await first.remove("Quokka", forgets: false))
        _ = try await second.restore(token)
        #expect(try await take(device) == nil)
        #expect(try await second.erasePersonalData())
        for name in ["Wombat", "Numbat", "Bilby", "Potoroo"] {
            #expect(try AccountTests.files(of: place, with: name) == [], "\(name)")
        }
        try first.close()
        try second.close()
    }

    @Test("Accounts of the previous version open with all their data")
    func migration() async throws {
        let place = try Place()
        let secret = Secret()
        let model = try ManagedObjectModel(
            contentsOf: ModelFolder.file("Accounts") + "/Accounts 2.xcdatamodel")
        let date = place.clock.withLock { $0 }
        let container = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: place.path))
        try await container.write { context in
            let person = try ManagedObject(entityName: "Person", context: context)
            let values: [String: any Sendable] = [
                "key": UUID(), "name": "Anna", "foldedName": "anna", "passwordHash": "x",
                "role": "owner", "created": date,
            ]
            for (key, value) in values { try person.setValue(value, forKey: key) }
            let session = try ManagedObject(entityName: "Session", context: context)
            let parts: [String: any Sendable] = [
                "key": UUID(), "agent": "Firefox", "secretHash": secret.hash, "created": date,
                "lastUsed": date, "passwordDate": date,
            ]
            for (key, value) in parts { try session.setValue(value, forKey: key) }
            try session.setValue(person, forKey: "person")
            try context.save()
        }
        try container.close()

        let accounts = place.open()
        let device = try #require(try await accounts.device(with: secret))
        #expect(device.account.name == "Anna" && device.agent == "Firefox")
        #expect(try await accounts.keep(TypedForm(path: "/people", fields: []), of: device))
        #expect(try await accounts.takeForm(of: device) { _ in true } != nil)
        try await accounts.add("Ben", password: AccountTests.password, role: .viewer)
        let token = try #require(try await accounts.remove("Ben", forgets: false))
        #expect(try await accounts.restore(token)?.role == .viewer)
        // No copy of the former state is left.
        let files = try FileManager.default.contentsOfDirectory(atPath: place.folder)
        #expect(files.allSatisfy { $0.hasPrefix("accounts.sqlite") }, "\(files)")
        try accounts.close()
    }
}
