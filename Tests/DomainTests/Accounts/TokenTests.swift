import Foundation
import ObjectModel
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Tokens of scripts")
struct TokenTests {
    typealias Place = AccountTests.Place

    @Test("A token has the current role of its person until it expires or is revoked")
    func life() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let ben = try await accounts.add("Ben", password: AccountTests.password, role: .member)
        let (token, text) = try await accounts.addToken(
            "Backup", of: ben, writes: true, sections: ["sales"], until: place.now + 86_400)
        let (_, other) = try await accounts.addToken(
            "Backup", of: anna, writes: false, sections: [], until: place.now + 86_400)

        let known = try #require(try await accounts.token(text))
        #expect(known.account == ben && known.writes && known.sections == ["sales"])
        try await accounts.change("Ben", to: .viewer)
        #expect(try await accounts.token(text)?.account.role == .viewer)
        #expect(try await accounts.tokens(of: ben).map(\.id) == [token.id])
        place.wait(86_399)
        #expect(try await accounts.token(text) != nil)
        let revocations = try await accounts.revocations
        #expect(try await accounts.revocations == revocations)
        place.wait(1)
        #expect(try await accounts.token(text) == nil)
        // Requests that depend on it are ended once.
        #expect(try await accounts.revocations == revocations + 1)
        #expect(try await accounts.revocations == revocations + 1)
        #expect(try await accounts.tokens(of: ben).count == 1, "it is listed, to be removed")

        let before = try await accounts.revocations
        try await accounts.remove(token)
        #expect(try await accounts.tokens(of: ben).isEmpty)
        #expect(try await accounts.revocations > before)
        #expect(other != text)
    }

    @Test("A revoked token is invalid at once, even if another process revoked it")
    func revoking() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let (token, text) = try await accounts.addToken(
            "x", of: anna, writes: false, sections: [], until: place.now + 86_400)
        #expect(try await accounts.token(text) != nil)

        let other = place.open()
        try await other.remove(token)

        #expect(try await accounts.token(text) == nil)
        try other.close()
    }

    @Test("The files do not contain the text of a token, and a browser’s secret is not a token")
    func secrecy() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let (_, text) = try await accounts.addToken(
            "x", of: anna, writes: false, sections: [], until: place.now + 86_400)
        let signIn = try await accounts.signIn(
            "Anna", password: AccountTests.password, from: AccountTests.home, agent: "")
        let secret = text.dropFirst(AccessToken.prefix.count)

        #expect(try await accounts.token(AccessToken.prefix + signIn.secret.text) == nil)
        #expect(try await accounts.token(String(secret)) == nil)
        #expect(try await accounts.device(with: try #require(Secret(secret))) == nil)
        try accounts.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: place.folder) {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(place.folder)/\(name)"))
            #expect(data.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test("A token has a unique name and an expiry, and the number of tokens is limited")
    func rules() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        func add(_ name: String, _ days: Double) async throws {
            _ = try await accounts.addToken(
                name, of: anna, writes: false, sections: [], until: place.now + days * 86_400)
        }
        try await add("x", 1)

        for (name, days) in [("x", 1.0), ("", 1), ("y", -1), ("y", 5_000)] {
            await #expect(throws: AccountError.self, "\(name) \(days)") {
                try await add(name, days)
            }
        }
        for number in 1..<Token.limit { try await add("\(number)", 1) }
        await #expect(throws: AccountError.self) { try await add("one more", 1) }
    }

    @Test("A store of accounts from before tokens opens with all its data")
    func migration() async throws {
        let place = try Place()
        let hash = try PasswordHash.make(
            AccountTests.password, .init(bytes: 8 << 20, passes: 1))
        try Self.fill(place, hash)

        let accounts = place.open()
        let signIn = try await accounts.signIn(
            "anna", password: AccountTests.password, from: AccountTests.home, agent: "Firefox")

        #expect(signIn.account.name == "Anna" && !signIn.awaitsCode)
        let device = try await accounts.devices(of: signIn.account).map(\.agent).sorted()
        #expect(device == ["Firefox", "Old browser"])
        _ = try await accounts.addToken(
            "x", of: signIn.account, writes: true, sections: [], until: place.now + 86_400)
        try accounts.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder)
                .allSatisfy { $0.hasPrefix("accounts.sqlite") }, "no copy with its secrets is left")
    }

    /// Makes a store with the first version of the model.
    private static func fill(_ place: Place, _ hash: String) throws {
        let bundle = try ModelFolder.file("Accounts")
        let container = try PersistentContainer(
            model: ManagedObjectModel(contentsOf: bundle, version: "Accounts"),
            classes: [], store: .sqlite(path: place.path))
        try container.write { context in
            let person = try ManagedObject(entityName: "Person", context: context)
            try person.setValue(UUID(), forKey: "key")
            try person.setValue("Anna", forKey: "name")
            try person.setValue("anna", forKey: "foldedName")
            try person.setValue("owner", forKey: "role")
            try person.setValue(hash, forKey: "passwordHash")
            try person.setValue(place.now, forKey: "created")
            let session = try ManagedObject(entityName: "Session", context: context)
            try session.setValue(UUID(), forKey: "key")
            try session.setValue("Old browser", forKey: "agent")
            try session.setValue(Secret.hash("s"), forKey: "secretHash")
            for key in ["created", "lastUsed", "passwordDate"] {
                try session.setValue(place.now, forKey: key)
            }
            try session.setValue(person, forKey: "person")
            try context.save()
        }
        try container.close()
    }
}

extension AccountTests.Place {
    var now: Date { clock.withLock { $0 } }
}
