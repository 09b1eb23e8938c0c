import Foundation
import Testing

@testable import Domain

@Suite("People as an encrypted file")
struct PeopleFileTests {
    private typealias Place = AccountTests.Place

    private static let passphrase = "seven rivers under copper"

    /// An owner with a second factor, and a member who never signed in.
    private static func fill(_ accounts: Accounts) async throws -> CodeSecret {
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        try await accounts.add("Ben", password: "\(AccountTests.password) b", role: .member)
        let secret = CodeSecret()
        _ = try await accounts.setSecondFactor(
            of: anna, secret, code: secret.code(at: accounts.now()))
        return secret
    }

    private static func refusal(
        _ body: () async throws -> Accounts.PeopleFileResult
    ) async throws -> PeopleFileError? {
        do {
            _ = try await body()
            return nil
        } catch let error as PeopleFileError {
            return error
        }
    }

    @Test("A person imported into another household signs in with password and code")
    func wholeWay() async throws {
        let (place, other) = (try Place(), try Place())
        let (accounts, there) = (place.open(), other.open())
        let secret = try await Self.fill(accounts)

        let file = try await accounts.file(passphrase: Self.passphrase)
        let taken = try await there.take(file, passphrase: Self.passphrase, existing: nil)

        #expect(taken == .init(added: ["Anna", "Ben"]))
        #expect(try await there.all() == accounts.all())
        let ben = try await there.signIn(
            "ben", password: "\(AccountTests.password) b", from: AccountTests.home, agent: "")
        #expect(ben.account.role == .member && !ben.awaitsCode)
        other.wait(60)
        let anna = try await there.signIn(
            "Anna", password: AccountTests.password, code: secret.code(at: there.now()),
            from: AccountTests.home, agent: "")
        #expect(anna.account.role == .owner && !anna.awaitsCode)
        for text in [Self.passphrase, AccountTests.password, "Anna", secret.text, "argon2id"] {
            #expect(file.firstRange(of: Data(text.utf8)) == nil, "\(text)")
        }
        try accounts.close()
        try there.close()
    }

    @Test("A name conflict on import is asked about: the person is kept or replaced")
    func existing() async throws {
        let (place, other) = (try Place(), try Place())
        let (accounts, there) = (place.open(), other.open())
        _ = try await Self.fill(accounts)
        try await there.add("ANNA", password: "\(AccountTests.password) x", role: .owner)
        let secret = try await there.signIn(
            "Anna", password: "\(AccountTests.password) x", from: AccountTests.home, agent: ""
        ).secret
        let file = try await accounts.file(passphrase: Self.passphrase)

        let asked = try await Self.refusal {
            try await there.take(file, passphrase: Self.passphrase, existing: nil)
        }
        #expect(asked == .taken(["Anna"]))
        #expect(try await there.all().count == 1)
        let kept = try await there.take(file, passphrase: Self.passphrase, existing: .keep)
        #expect(kept == .init(added: ["Ben"], kept: ["ANNA"]))
        #expect(try await there.device(with: secret) != nil)
        let replaced = try await there.take(file, passphrase: Self.passphrase, existing: .replace)

        #expect(replaced == .init(replaced: ["Anna", "Ben"]))
        #expect(try await there.device(with: secret) == nil)
        let anna = try await there.signIn(
            "Anna", password: AccountTests.password, from: AccountTests.home, agent: "")
        #expect(anna.awaitsCode)
        try accounts.close()
        try there.close()
    }

    @Test("A file without an owner is rejected for an empty household")
    func owners() async throws {
        let (place, other) = (try Place(), try Place())
        let (accounts, there) = (place.open(), other.open())
        _ = try await Self.fill(accounts)
        try await there.add("Ben", password: AccountTests.password, role: .owner)
        try await accounts.add("Cleo", password: AccountTests.password, role: .owner)
        try await accounts.remove("Anna")
        try await accounts.change("Cleo", to: .owner)
        let file = try await accounts.file(passphrase: Self.passphrase)
        try await there.add("Cleo", password: AccountTests.password, role: .member)
        let withOwner = try await there.take(
            file, passphrase: Self.passphrase, existing: .replace)
        #expect(withOwner.replaced == ["Ben", "Cleo"])

        let content = Data(
            try #require(
                String(
                    data: PeopleFile.open(file, Self.passphrase), encoding: .utf8)
            ).replacing("\"owner\"", with: "\"viewer\"").utf8)
        let cost = PasswordHash.Cost(bytes: 1 << 20, passes: 1)
        let viewers = try PeopleFile.seal(content, Self.passphrase, cost)
        let refused = try await Self.refusal {
            try await there.take(viewers, passphrase: Self.passphrase, existing: .replace)
        }

        #expect(refused == .noOwner)
        #expect(try await there.account(named: "Cleo")?.role == .owner)
        try accounts.close()
        try there.close()
    }

    @Test(
        "A wrong passphrase is distinguished from a file with any byte changed or missing")
    func damage() throws {
        let cost = PasswordHash.Cost(bytes: 8 << 10, passes: 1)
        let file = try PeopleFile.seal(Data("[]".utf8), Self.passphrase, cost)
        #expect(try PeopleFile.open(file, Self.passphrase) == Data("[]".utf8))
        #expect(throws: PeopleFileError.wrongPassphrase) {
            try PeopleFile.open(file, Self.passphrase + "!")
        }

        for place in file.indices {
            var changed = file
            changed[place] ^= 1
            let error = #expect(throws: PeopleFileError.self) {
                try PeopleFile.open(changed, Self.passphrase)
            }
            #expect(error == (place < 16 ? .foreign : place == 16 ? .unknownVersion : .damaged))
            #expect(throws: PeopleFileError.self) {
                try PeopleFile.open(file.prefix(place), Self.passphrase)
            }
        }
    }

    @Test("A crafted file can neither exhaust the memory nor add invalid people")
    func strangers() async throws {
        let place = try Place()
        let accounts = place.open()
        let cost = PasswordHash.Cost(bytes: 8 << 10, passes: 1)
        let ordinary = try PeopleFile.seal(Data("[]".utf8), Self.passphrase, cost)

        for (offset, value) in [(17, UInt8(11)), (17, 0), (20, 255), (24, 1), (21, 0)] {
            var file = Array(ordinary.dropLast(32))
            file[offset] = value
            let costly = Data(file + PeopleFile.digest(of: file))
            #expect(throws: PeopleFileError.tooCostly, "\(offset)") {
                try PeopleFile.open(costly, Self.passphrase)
            }
        }
        let hash = try PasswordHash.make(AccountTests.password, cost)
        let person =
            #"{"key":"6F1E6B0B-3A52-4E7D-9B1B-0D1F0D6C7A11","name":"Eve","role":"owner","#
            + #""passwordHash":"\#(hash)","created":0,"codeStep":0,"drawerCodes":[]}"#
        for content in [
            "", "[]", "{}", "[1]", person, "[\(person),\(person)]",
            "[\(person.replacing("owner", with: "root"))]",
            "[\(person.replacing("Eve", with: "E\\u0000ve"))]",
            "[\(person.replacing("Eve", with: String(repeating: "e", count: 61)))]",
            "[\(person.replacing("m=8,", with: "m=999999,"))]",
            "[\(person.replacing("argon2id", with: "argon2i"))]",
            "[\(person.replacing("\"codeStep\":0", with: "\"codeStep\":-1"))]",
            "[\(person.replacing("\"drawerCodes\":[]", with: "\"drawerCodes\":[\"x\"]"))]",
            "[\(person.replacing("\"codeStep\"", with: "\"codeSecret\":\"?\",\"codeStep\""))]",
        ] {
            let file = try PeopleFile.seal(Data(content.utf8), Self.passphrase, cost)
            let refused = try await Self.refusal {
                try await accounts.take(file, passphrase: Self.passphrase, existing: .replace)
            }
            #expect(refused == .unreadable, "\(content)")
        }
        #expect(try await accounts.isEmpty)

        let file = try PeopleFile.seal(Data("[\(person)]".utf8), Self.passphrase, cost)
        let taken = try await accounts.take(file, passphrase: Self.passphrase, existing: nil)
        #expect(taken.added == ["Eve"])
        try accounts.close()
    }

    @Test("A short passphrase makes no file, and neither does a household without people")
    func refusals() async throws {
        let place = try Place()
        let accounts = place.open()

        await #expect(throws: AccountError.self) {
            try await accounts.file(passphrase: Self.passphrase)
        }
        _ = try await Self.fill(accounts)
        await #expect(throws: AccountError.self) { try await accounts.file(passphrase: "short") }
        try accounts.close()
    }
}
