import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("What asks for the password again after 15 minutes")
struct AskingAgainTests {
    /// What lets others in, or takes away what neither the trash nor an undo brings back.
    static let dangerous: Set<String> = [
        "GET /people", "POST /people", "POST /people/{id}", "POST /people/{id}/delete",
        "GET /account/code", "POST /account/code", "POST /account/code/delete",
        "GET /account/tokens", "POST /account/tokens", "GET /phone", "POST /phone",
        "GET /sharing", "POST /sharing",
        "GET /customers/{id}/delete", "POST /customers/{id}/delete",
        "GET /customers/{id}/merge", "POST /customers/{id}/merge",
        "GET /customers/{id}/anonymization", "POST /customers/{id}/anonymization",
        "POST /trash/{id}/delete", "POST /trash/photos/{id}/delete",
        "POST /trash/documents/{id}/delete", "GET /books/samples", "POST /books/samples",
    ]

    @Test("These routes do, and no others")
    func routes() async throws {
        let addresses = try await RouteAccessTests.addresses(TestSite())

        let asking = addresses.filter(\.access.asksAgain).map { "\($0.method) \($0.path)" }

        #expect(Set(asking) == Self.dangerous)
        #expect(asking.count == Self.dangerous.count)
    }

    @Test(
        "Nothing is erased by whoever gave the password long ago; a form leads to the question and back",
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

    @Test("A token erases nothing, whatever it may write")
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
