import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("The byte order mark of CSV files for spreadsheets")
struct SpreadsheetMarkTests {
    private func bytes(_ response: TestResponse) -> [UInt8] {
        Array(response.body.readableBytesView)
    }

    @Test(
        "The menu’s CSV begins with the mark, and the plain address has none"
    )
    func mark() async throws {
        try await TestSite.inventory { client in
            try await client.add("Möbel")
            let page = try await client.get("/items?q=M%C3%B6bel").text
            let link = try #require(
                page.firstMatch(of: #/href="(/items\.csv\?[^"]+)">CSV, for a sp/#)?.1
            )
            .replacing("&amp;", with: "&")

            let marked = try await client.get(String(link))
            let plain = try await client.get("/items.csv?q=M%C3%B6bel")

            #expect(link == "/items.csv?q=M%C3%B6bel&mark=utf-8")
            #expect(marked.status == .ok && plain.status == .ok)
            #expect(bytes(marked) == [0xEF, 0xBB, 0xBF] + bytes(plain))
            #expect(bytes(plain).first == UInt8(ascii: "i"))
            #expect(marked.headers[.contentType] == plain.headers[.contentType])
        }
    }

    @Test(
        "Every list exports CSV with the mark, and its alternate link has none",
        arguments: ["/products", "/sales", "/sales/totals", "/groceries", "/places", "/customers"])
    func lists(address: String) async throws {
        try await TestSite.inventory { client in
            let marked = try await client.get("\(address).csv?mark=utf-8")
            let plain = try await client.get("\(address).csv")
            let head = try await client.client.execute(
                uri: "\(address).csv?mark=utf-8", method: .head)

            #expect(marked.status == .ok && head.status == .ok)
            #expect(bytes(marked) == [0xEF, 0xBB, 0xBF] + bytes(plain))
            #expect(
                try await !client.get(address).text.contains(
                    "type=\"text/csv\" href=\"\(address).csv?mark"))
        }
    }

    @Test("Another mark is refused as an unknown filter, and a refusal has no mark")
    func refused() async throws {
        try await TestSite.inventory { client in
            let other = try await client.get("/items.csv?mark=utf-16")
            let unknown = try await client.get("/items.csv?mark=utf-8&colour=red")

            #expect(other.status == .unprocessableContent)
            #expect(unknown.status == .unprocessableContent)
            #expect(!bytes(unknown).starts(with: [0xEF, 0xBB, 0xBF]))
        }
    }

    @Test("Importing a file with the mark changes nothing")
    func again() async throws {
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: "/import")
            try await imports.importing("Name,Serial,Value\nMöbel,S-1,900\n")

            let export = try await imports.site.get("/items.csv?mark=utf-8")
            let plan = try await imports.upload(Data(export.body.readableBytesView))

            #expect(try plan.verdicts == ["unchanged"])
            #expect(try plan.json["encoding"] as? String == "UTF-8")
        }
    }
}
