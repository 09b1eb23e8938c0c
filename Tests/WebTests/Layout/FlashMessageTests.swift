import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Notices about the last request")
struct FlashMessageTests {
    private static let browser: HTTPFields = [.secFetchMode: "navigate"]

    @Test("A notice is shown once, on the next page, under that page’s plain address")
    func once() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa")], headers: Self.browser)
            let path = try #require(response.headers[.location])
            let cookie = try #require(response.headers[.setCookie])

            let page = try await client.get(path, headers: response.sentCookie)
            let again = try await client.get(path)

            #expect(!path.contains("?"))
            #expect(cookie.contains("Path=\(path)"))
            #expect(cookie.contains("SameSite=Strict"))
            #expect(cookie.contains("HttpOnly"))
            #expect(page.text.contains("The item was added."))
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.eTag] == nil)
            let end = try #require(page.headers[.setCookie])
            #expect(end.contains("Max-Age=0"))
            #expect(end.contains("Path=\(path)"))
            #expect(!again.text.contains("The item was added."))
        }
    }

    @Test("The notice uses the words of the kind of record")
    func records() async throws {
        try await TestSite.inventory { client in
            func told(
                _ path: String, _ fields: [(name: String, value: String)]
            ) async throws -> String {
                let response = try await client.post(path, fields, headers: Self.browser)
                let next = try #require(response.headers[.location])
                return try await client.get(next, headers: response.sentCookie).text
            }
            let added = try await told("/label-sheets", Self.sheet)
            let saved = try await told("/label-sheets/1", [("name", "Pots")])
            let deleted = try await told("/label-sheets/1/delete", [])

            #expect(added.contains("The label sheet was added."))
            #expect(saved.contains("The label sheet was saved."))
            #expect(deleted.contains("The label sheet was deleted."))
            #expect(FlashMessage.recordSaved.text == "The record was saved.")
        }
    }

    private static let sheet = [
        ("name", "Jars"), ("pageWidth", "210"), ("pageHeight", "297"), ("labelWidth", "40"),
        ("labelHeight", "20"), ("columns", "4"), ("rows", "13"), ("marginLeft", "20"),
        ("marginTop", "15"), ("gapAcross", "2"), ("gapDown", "0"),
    ].map { (name: $0.0, value: $0.1) }

    @Test("A page with a notice is neither cached nor served from the cache")
    func notKept() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa")], headers: Self.browser)
            let path = try #require(response.headers[.location])

            let before = try await client.get(path)
            let page = try await client.get(path, headers: response.sentCookie)
            let after = try await client.get(path)

            #expect(page.text.contains("The item was added."))
            #expect(before.text == after.text)
        }
    }

    @Test("A program gets no cookie, and no cookie puts text on a page")
    func words() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post("/items", [("itemName", "Sofa")])
            let path = try #require(response.headers[.location])

            let page = try await client.get(path, headers: [.cookie: "notice=<b>hello</b>"])

            #expect(response.headers[.setCookie] == nil)
            #expect(!page.text.contains("hello"))
            #expect(page.headers[.cacheControl] == "no-cache")
        }
    }

    @Test("A JSON document leaves the notice to the page")
    func json() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa")], headers: Self.browser)
            let path = try #require(response.headers[.location])

            let document = try await client.get(path + ".json", headers: response.sentCookie)

            #expect(document.headers[.setCookie] == nil)
            #expect(document.headers[.eTag] != nil)
        }
    }
}
