import Foundation
import Testing

@testable import Domain

@Suite("Links that sign a phone in")
struct PhoneLinkTests {
    typealias Place = AccountTests.Place

    @Test("A link signs in once; opening its page does not use it up")
    func once() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let link = try await accounts.addPhoneLink(of: anna)

        #expect(try await accounts.account(ofPhoneLink: link) == anna)
        #expect(try await accounts.account(ofPhoneLink: link) == anna)
        let signIn = try await accounts.signIn(withPhoneLink: link, agent: "Phone")

        let device = try #require(try await accounts.device(with: signIn.secret))
        #expect(device.account == anna && device.agent == "Phone")
        #expect(device.passwordDate < place.now - 900, "what is dangerous asks for the password")
        #expect(try await accounts.account(ofPhoneLink: link) == nil)
        await #expect(throws: SignInError.late) {
            _ = try await accounts.signIn(withPhoneLink: link, agent: "Thief")
        }
        #expect(try await accounts.device(with: link) == nil, "it is no secret of a browser")
    }

    @Test("Only one of many concurrent uses signs in")
    func race() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let link = try await accounts.addPhoneLink(of: anna)

        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    (try? await accounts.signIn(withPhoneLink: link, agent: "")) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(count == 1)
    }

    @Test("A link expires after five minutes, with the next link, and when the password changes")
    func endings() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let late = try await accounts.addPhoneLink(of: anna)
        place.wait(299)
        #expect(try await accounts.account(ofPhoneLink: late) != nil)
        place.wait(1)
        #expect(try await accounts.account(ofPhoneLink: late) == nil)

        let first = try await accounts.addPhoneLink(of: anna)
        let second = try await accounts.addPhoneLink(of: anna)
        #expect(try await accounts.account(ofPhoneLink: first) == nil)
        #expect(try await accounts.account(ofPhoneLink: second) != nil)
        try await accounts.change("Anna", password: AccountTests.password + "!")
        #expect(try await accounts.account(ofPhoneLink: second) == nil)
    }

    @Test("A link signs in without a code, because the browser that made it has given one")
    func secondFactor() async throws {
        let place = try Place()
        let accounts = place.open()
        let anna = try await accounts.add("Anna", password: AccountTests.password, role: .owner)
        let secret = CodeSecret()
        _ = try await accounts.setSecondFactor(
            of: anna, secret, code: secret.code(at: place.now))

        let link = try await accounts.addPhoneLink(of: anna)
        let signIn = try await accounts.signIn(withPhoneLink: link, agent: "")

        #expect(!signIn.awaitsCode)
        #expect(try await accounts.device(with: signIn.secret) != nil)
    }
}
