import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Two-step sign-in over HTTP")
struct SecondFactorPagesTests {
    @Test("It is set up with a code of the phone, required after the password, and turned off")
    func wholeStory() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let page = try await client.get("/account/code", headers: owner)
            let text = try #require(
                page.text.firstMatch(of: #/name="secret" value="([A-Z2-7]{32})"/#)?.1)
            let secret = try #require(CodeSecret(text))
            #expect(page.text.contains("autocomplete=\"one-time-code\""))
            #expect(page.headers[.cacheControl] == "no-store")

            let wrong = try await client.post(
                "/account/code", [("secret", String(text)), ("code", "12345")], headers: owner)
            let on = try await client.post(
                "/account/code", [("secret", String(text)), ("code", secret.code(at: clock.now))],
                headers: owner)

            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains(text), "the phone has read this one")
            #expect(on.status == .ok && on.headers[.cacheControl] == "no-store")
            let codes = on.text.matches(of: #/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/#).map { String($0.0) }
            #expect(codes.count == 10)

            clock.advance(hours: 0.1)
            let begun = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("next", "/items")])
            #expect(begun.headers[.location] == "/sign-in/code?next=%2Fitems")
            let pending = begun.sentCookie
            #expect(try await client.get("/items.json", headers: pending).status == .unauthorized)
            let form = try await client.get("/sign-in/code?next=%2Fitems", headers: pending)
            #expect(form.text.contains("value=\"/items\""))
            #expect(form.text.contains("autocomplete=\"one-time-code\""))
            #expect(!form.text.contains("/groceries"), "a stranger sees no sections")
            let false1 = try await client.post(
                "/sign-in/code", [("code", "000000")], headers: pending)
            #expect(false1.status == .unprocessableContent)
            let done = try await client.post(
                "/sign-in/code", [("code", secret.code(at: clock.now)), ("next", "/items")],
                headers: pending)
            #expect(done.headers[.location] == "/items")
            #expect(done.sentCookie != pending)
            #expect(try await client.get("/items", headers: done.sentCookie).status == .ok)
            #expect(try await client.get("/items.json", headers: pending).status == .unauthorized)

            // Scripts send everything at once; a recovery code is accepted as well.
            let script = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("code", codes[0])])
            #expect(script.headers[.location] == "/")
            let replay = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("code", codes[0])])
            #expect(replay.status == .unprocessableContent)
            #expect(replay.headers[.setCookie] == nil)

            let off = try await client.post("/account/code/delete", headers: done.sentCookie)
            #expect(off.headers[.location] == "/account/code")
            _ = try await client.signIn("owner")
        }
    }

    @Test("Without the password before it, the code page redirects to the start of sign-in")
    func codeAlone() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)

            let page = try await client.get("/sign-in/code?next=%2Fitems")
            let posted = try await client.post("/sign-in/code", [("code", "000000")])

            #expect(page.headers[.location] == "/sign-in?next=%2Fitems")
            #expect(posted.headers[.location] == "/sign-in?next=%2F")
            let json = try await client.post(
                "/sign-in/code", [("code", "000000")], headers: InventoryClient.json)
            #expect(json.status == .gone)
        }
    }
}
