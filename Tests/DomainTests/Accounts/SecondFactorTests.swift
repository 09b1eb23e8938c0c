import Foundation
import Testing

@testable import Domain

@Suite("Two-step sign-in")
struct SecondFactorTests {
    typealias Place = AccountTests.Place

    @Test(
        "Codes are those of RFC 6238",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
            (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ])
    func codes(time: Double, code: String) throws {
        let secret = try #require(CodeSecret("GEZD GNBV gy3tqojqGEZDGNBVGY3TQOJQ"))

        #expect(secret.code(at: Date(timeIntervalSince1970: time)) == code)
    }

    @Test("Base 32 follows RFC 4648, and invalid text is refused")
    func base32() {
        #expect(Base32.encode(Array("foobar".utf8)) == "MZXW6YTBOI")
        #expect(Base32.decode("mzxw 6ytb oi") == Array("foobar".utf8))
        #expect(Base32.encode([]) == "")
        #expect(Base32.decode("M1") == nil)
        #expect(CodeSecret("MZXW6YTBOI") == nil, "too short to be a secret")
        let secret = CodeSecret()
        #expect(CodeSecret(secret.text) == secret)
    }

    @Test("An authenticator gets name and issuer, whatever characters the name has")
    func address() throws {
        let secret = try #require(CodeSecret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))

        let address = secret.address(for: "Änna &?")

        #expect(
            address == "otpauth://totp/Homeowner:%C3%84nna%20%26%3F"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Homeowner")
    }

    @Test("The password alone does not sign in; the code does, once")
    func twoSteps() async throws {
        let (place, accounts, secret, _) = try await Self.household()
        place.wait(60)

        let begun = try await Self.signIn(accounts)
        #expect(begun.awaitsCode)
        #expect(try await accounts.device(with: begun.secret) == nil)
        #expect(try await accounts.devices(of: begun.account).isEmpty)
        #expect(try await accounts.accountAwaitingCode(begun.secret)?.name == "Anna")
        let code = secret.code(at: place.now)
        let done = try await accounts.signIn(
            begun.secret, code: code, from: AccountTests.home, agent: "")

        #expect(done.secret != begun.secret)
        #expect(try await accounts.device(with: done.secret)?.account.name == "Anna")
        #expect(try await accounts.accountAwaitingCode(begun.secret) == nil)
        // The same code again, in the browser of an attacker who has seen it.
        let other = try await Self.signIn(accounts)
        #expect(try await Self.failure(accounts, other, code) == .wrongCode)
        place.wait(30)
        #expect(
            try await Self.signIn(accounts, code: secret.code(at: place.now)).awaitsCode == false)
    }

    @Test("Codes of the adjacent periods are accepted, as clocks differ; others are not")
    func clocks() async throws {
        for (seconds, isTaken) in [(-60.0, false), (-30, true), (30, true), (60, false)] {
            let (place, accounts, secret, _) = try await Self.household()
            place.wait(3_600)
            let begun = try await Self.signIn(accounts)
            let code = secret.code(at: place.now + seconds)

            if isTaken {
                _ = try await accounts.signIn(
                    begun.secret, code: code, from: AccountTests.home, agent: "")
            } else {
                #expect(try await Self.failure(accounts, begun, code) == .wrongCode)
            }
        }
    }

    @Test("Wrong codes cause a delay, which the right password does not reset")
    func guessing() async throws {
        let (place, accounts, secret, _) = try await Self.household()
        place.wait(60)
        let begun = try await Self.signIn(accounts)
        for _ in 0..<5 {
            #expect(try await Self.failure(accounts, begun, "000000") == .wrongCode)
        }

        let again = try await Self.signIn(accounts)
        let code = secret.code(at: place.now)
        #expect(try await Self.failure(accounts, again, code) == .wait(seconds: 1))
        place.wait(1)
        _ = try await accounts.signIn(
            again.secret, code: code, from: AccountTests.home, agent: "")
    }

    @Test("The password is required again ten minutes after it was given")
    func late() async throws {
        let (place, accounts, secret, _) = try await Self.household()
        place.wait(60)
        let begun = try await Self.signIn(accounts)

        place.wait(601)

        let code = secret.code(at: place.now)
        #expect(try await Self.failure(accounts, begun, code) == .late)
    }

    @Test("A recovery code works once, and codes of a former setup do not work")
    func drawer() async throws {
        let (place, accounts, _, former) = try await Self.household()
        let anna = try #require(try await accounts.account(named: "Anna"))
        let secret = CodeSecret()
        place.wait(60)
        let codes = try await accounts.setSecondFactor(
            of: anna, secret, code: secret.code(at: place.now))
        #expect(codes.count == 10 && Set(codes).count == 10)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/) != nil })

        let begun = try await Self.signIn(accounts)
        #expect(try await Self.failure(accounts, begun, former[0]) == .wrongCode)
        _ = try await accounts.signIn(
            begun.secret, code: codes[0].lowercased(), from: AccountTests.home, agent: "")
        let again = try await Self.signIn(accounts)
        #expect(try await Self.failure(accounts, again, codes[0]) == .wrongCode)
        #expect(try await accounts.recoveryCodeCount(of: anna) == 9)
        try accounts.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: place.folder) {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(place.folder)/\(name)"))
            for code in codes {
                #expect(data.range(of: Data(code.utf8)) == nil)
                #expect(data.range(of: Data(code.filter { $0 != "-" }.utf8)) == nil)
            }
        }
    }

    @Test("Setting it up requires a code of the phone, and it can be removed")
    func takingUp() async throws {
        let (place, accounts, _, _) = try await Self.household()
        let anna = try #require(try await accounts.account(named: "Anna"))
        await #expect(throws: SignInError.wrongCode) {
            _ = try await accounts.setSecondFactor(of: anna, CodeSecret(), code: "000000")
        }
        #expect(try await accounts.hasSecondFactor(anna))

        try await accounts.removeSecondFactor(of: "anna")

        #expect(try await accounts.hasSecondFactor(anna) == false)
        #expect(try await Self.signIn(accounts).awaitsCode == false)
        _ = place
    }

    /// Anna, who signs in with a code.
    private static func household() async throws -> (Place, Accounts, CodeSecret, [String]) {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let secret = CodeSecret()
        let codes = try await accounts.setSecondFactor(
            of: anna, secret, code: secret.code(at: place.now))
        return (place, accounts, secret, codes)
    }

    private static func signIn(_ accounts: Accounts, code: String? = nil) async throws -> SignIn {
        try await accounts.signIn(
            "Anna", password: AccountTests.password, code: code, from: AccountTests.home, agent: "")
    }

    private static func failure(
        _ accounts: Accounts, _ begun: SignIn, _ code: String
    ) async throws -> SignInError? {
        do {
            _ = try await accounts.signIn(
                begun.secret, code: code, from: AccountTests.home, agent: "")
            return nil
        } catch let error as SignInError {
            return error
        }
    }
}
