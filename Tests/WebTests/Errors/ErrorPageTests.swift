import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Error pages")
struct ErrorPageTests {
    @Test("A GET request to an address that accepts POST only links back to its form")
    func formOfPost() async throws {
        try await TestSite.inventory { client in
            let item = try await client.add("Zither")

            let page = try await client.get(item + "/position")

            #expect(page.status == .methodNotAllowed)
            #expect(page.headers[.allow] == "POST")
            #expect(page.text.contains("href=\"\(item)\">Back to the form</a>"))
        }
    }
}
