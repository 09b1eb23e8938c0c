import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Routes that require the password again after 15 minutes")
struct AskingAgainTests {
    /// The routes that open the household to others, or that delete what neither the trash nor an
    /// undo restores.
    static let dangerous: Set<String> = [
        "GET /people", "POST /people", "POST /people/{id}", "GET /people/{id}/delete",
        "POST /people/{id}/delete", "POST /people/removals/{token}/undo",
        "GET /people/file", "POST /people/file", "POST /people/file/import",
        "GET /people/{id}/password", "POST /people/{id}/password", "POST /settings/network",
        "POST /settings/network/delete",
        "GET /account/code", "POST /account/code", "POST /account/code/delete",
        "GET /account/tokens", "POST /account/tokens", "GET /phone", "POST /phone",
        "GET /sharing", "POST /sharing",
        "GET /customers/{id}/delete", "POST /customers/{id}/delete",
        "GET /customers/{id}/merge", "POST /customers/{id}/merge",
        "GET /customers/{id}/anonymization", "POST /customers/{id}/anonymization",
        "POST /trash/{id}/delete", "POST /trash/photos/{id}/delete",
        "POST /trash/documents/{id}/delete", "GET /books/samples", "POST /books/samples",
        "GET /settings/reminders", "GET /settings/reminders.json", "POST /settings/reminders",
    ]

    @Test("These routes require it, and no others")
    func routes() async throws {
        let addresses = try await RouteAccessTests.addresses(TestSite())

        let asking = addresses.filter(\.access.asksAgain).map { "\($0.method) \($0.path)" }

        #expect(Set(asking) == Self.dangerous)
        #expect(asking.count == Self.dangerous.count)
    }

    @Test(
        "Erasing requires a recent password; a form leads to the question and back",
        arguments: [
            ("/customers/1", "/customers/1/delete", "/customers.json"),
            ("/customers/1", "/customers/1/anonymization", "/customers.json"),
            ("/trash/1", "/trash/1/delete", "/trash.json"),
            ("/books", "/books/samples", "/books.json"),
        ])
    func erasing(page: String, form: String, list: String) async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/products", [("name", "Mug"), ("price", "3")], headers: owner)
            try await client.post(
                "/customers", [("name", "Ann"), ("product", "1"), ("quantity", "1")],
                headers: owner)
            let item = try await client.post("/items", [("itemName", "Sofa")], headers: owner)
            try await client.post(
                try #require(item.headers[.location]) + "/delete", headers: owner)
            try await client.post("/books/1", [("title", "My own")], headers: owner)
            clock.advance(hours: 0.27)
            let before = try await client.get(list, headers: owner).text
            var browser = owner
            browser[.referer] = "http://localhost" + page

            let bare = try await client.post(form, headers: owner)
            let sent = try await client.post(form, headers: browser)
            browser[.referer] = "http://localhost.example" + page
            let foreign = try await client.post(form, headers: browser)
            browser[.referer] = "http://localhost" + page
            browser[.accept] = "application/json"
            let script = try await client.post(form, headers: browser)

            #expect(bare.status == .forbidden && bare.text.contains("Nothing was changed"))
            let next = "/sign-in/again?next=" + page.replacing("/", with: "%2F")
            #expect(sent.status == .seeOther && sent.headers[.location] == next)
            #expect(foreign.status == .forbidden && script.status == .forbidden)
            #expect(try await client.get(list, headers: owner).text == before)
            let again = try await client.post(
                "/sign-in/again", [("password", TestSite.password), ("next", page)],
                headers: owner)
            #expect(again.headers[.location] == page)
            #expect(try await client.post(form, headers: owner).status == .seeOther)
            #expect(try await client.get(list, headers: owner).text != before)
        }
    }

    /// Sends the form of a page too late, and gives the password. Returns the next page.
    private static func late(
        _ form: String, _ fields: [(name: String, value: String)], from page: String,
        _ client: InventoryClient, _ owner: HTTPFields
    ) async throws -> String {
        var browser = owner
        browser[.referer] = "http://localhost" + page
        let sent = try await client.post(form, fields, headers: browser)
        #expect(sent.headers[.location]?.hasPrefix("/sign-in/again?next=") == true, "\(form)")
        let again = try await client.post(
            "/sign-in/again", [("password", TestSite.password), ("next", page)], headers: owner)
        return try await client.get(
            try #require(again.headers[.location]), headers: owner
        ).text
    }

    @Test(
        "A late form is restored after the password was given, except its passwords"
    )
    func typedValues() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let other = try await client.signIn("owner")
            let list = try await client.json("/people.json?q=member", headers: owner)
            let member = try #require(
                (list["records"] as? [[String: Any]])?.first?["id"] as? String)
            func late(
                _ form: String, _ fields: [(name: String, value: String)], from page: String
            ) async throws -> String {
                clock.advance(hours: 0.27)
                return try await Self.late(form, fields, from: page, client, owner)
            }

            let people = try await late(
                "/people",
                [("name", "Ada <x>"), ("password", "violet tin drum, twelve"), ("role", "viewer")],
                from: "/people")
            #expect(people.contains("value=\"Ada &lt;x&gt;\""))
            #expect(people.contains("value=\"viewer\" selected"))
            #expect(!people.contains("twelve") && people.contains("Nothing was changed yet"))
            // It is shown once, to this browser.
            #expect(!(try await client.get("/people", headers: owner).text.contains("Ada")))
            #expect(!(try await client.get("/people", headers: other).text.contains("Ada")))
            #expect(
                try await client.json("/people.json", headers: owner)["total"] as? Int == 2)

            let role = try await late("/people/\(member)", [("role", "shop")], from: "/people")
            #expect(role.contains("value=\"shop\" selected"))
            let question = "/people/\(member)/delete"
            let deletion = try await late(question, [("forget", "yes")], from: question)
            #expect(deletion.contains("name=\"forget\" value=\"yes\" checked"))
            let token = try await late(
                "/account/tokens", [("name", "Night shift"), ("access", "write")],
                from: "/account/tokens")
            #expect(token.contains("value=\"Night shift\""))
            #expect(token.contains("value=\"write\" selected"))
            let sharing = try await late(
                "/sharing", [("name", "Insurer"), ("list", "/items?q=sofa")], from: "/sharing")
            #expect(sharing.contains("value=\"Insurer\"") && sharing.contains("/items?q=sofa"))
            let secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
            let code = try await late(
                "/account/code", [("secret", secret), ("code", "123456")], from: "/account/code")
            #expect(code.contains(secret) && !code.contains("123456"))

            // A form typed long ago is not stored.
            clock.advance(hours: 0.27)
            var browser = owner
            browser[.referer] = "http://localhost/people"
            try await client.post("/people", [("name", "Bo")], headers: browser)
            clock.advance(hours: 0.27)
            try await client.post(
                "/sign-in/again", [("password", TestSite.password)], headers: owner)
            #expect(!(try await client.get("/people", headers: owner).text.contains("\"Bo\"")))
        }
    }

    @Test("A late form is restored by another server, and after a restart")
    func typedValuesElsewhere() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        let owner = try await site.servedTwice { first, second in
            let owner = try await first.signIn("owner")
            clock.advance(hours: 0.27)
            var browser = owner
            browser[.referer] = "http://localhost/people"
            let fields = [
                ("name", "Ada"), ("role", "viewer"), ("password", "violet tin drum, twelve"),
            ]
            let sent = try await first.post("/people", fields, headers: browser)
            #expect(sent.headers[.location] == "/sign-in/again?next=%2Fpeople")
            try await second.post(
                "/sign-in/again", [("password", TestSite.password)], headers: owner)
            let page = try await second.get("/people", headers: owner).text
            #expect(page.contains("value=\"Ada\"") && page.contains("Nothing was changed yet"))
            #expect(!(try await first.get("/people", headers: owner).text.contains("Ada")))

            clock.advance(hours: 0.27)
            try await first.post("/people", fields, headers: browser)
            return owner
        }
        try await site.servedTwice { first, _ in
            try await first.post(
                "/sign-in/again", [("password", TestSite.password)], headers: owner)
            let page = try await first.get("/people", headers: owner).text
            #expect(page.contains("value=\"Ada\"") && !page.contains("twelve"))
        }
    }

    @Test("A token cannot erase anything, whatever its access")
    func tokens() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let token = try await TokenPagesTests.token(client, owner, [("access", "write")])
            let headers = TokenPagesTests.bearer(token)

            for form in Self.dangerous where form.hasPrefix("POST ") {
                let path = String(form.dropFirst("POST ".count).replacing("{id}", with: "1"))
                let answer = try await client.post(path, headers: headers)
                #expect(answer.status == .forbidden, "\(path)")
            }
        }
    }
}
