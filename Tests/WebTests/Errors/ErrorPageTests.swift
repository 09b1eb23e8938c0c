import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Pages of errors")
struct ErrorPageTests {
    @Test("An address that takes POST alone leads back to its form")
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
