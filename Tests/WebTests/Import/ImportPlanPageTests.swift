import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Pages of a preview")
struct ImportPlanPageTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    /// A table of 120 products, the last of which has no price unless it has one here.
    private static func table(lastPrice: String) -> String {
        "name,price\n" + (1...119).map { "Mug \($0),\($0)\n" }.joined() + "Jug,\(lastPrice)\n"
    }

    @Test(
        "A long preview has pages, and can be searched and filtered, also if rows are refused",
        arguments: ["/import", "/sales/import"])
    func pages(address: String) async throws {
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: address)
            try await imports.importing("name,price\nMug 7,1\nMug 8,8\n", kind: "products")

            let posted = try await imports.upload(
                Self.table(lastPrice: "9.75"), kind: "products", headers: Self.browser)
            let path = try #require(posted.headers[.location])
            let first = try await imports.text(path)
            let second = try await imports.text(path + "?page=2")
            let changed = try await imports.text(path + "?verdict=changed")
            let found = try await imports.text(path + "?q=jug")
            let byValue = try await imports.text(path + "?q=9.75")
            let unwritten = try await imports.text(path + "?q=former")
            let condition = try await imports.site.get(path + "?predicate=line%3E3")
            let document = try await imports.site.get(
                path + "?q=jug", headers: InventoryClient.json)
            let none = try await imports.text(path + "?q=pot&verdict=new")
            let wrong = try await imports.site.get(path + "?verdict=good")
            let digest = try #require(second.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)?.1)
            let done = try await imports.site.post(
                path, [("plan", String(digest))], headers: Self.browser)

            #expect(first.contains("1 to 50 of 120") && second.contains("51 to 100 of 120"))
            #expect(Self.lines(first) == (2...51).map(String.init))
            #expect(Self.lines(second) == (52...101).map(String.init))
            #expect(Self.lines(changed) == ["8"])
            #expect(Self.lines(found) == ["121"])
            #expect(Self.lines(none) == [] && none.contains("No row fits these filters."))
            #expect(Self.lines(byValue) == ["121"] && Self.lines(unwritten) == [])
            for refused in [wrong, condition, document] {
                #expect(refused.status == .unprocessableContent)
            }
            #expect(done.status == .seeOther)
        }
    }

    @Test("The pages of a preview with refused rows have the refused ones first")
    func refused() async throws {
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: "/import")
            let posted = try await imports.upload(
                Self.table(lastPrice: "x"), kind: "products", headers: Self.browser)
            let path = try #require(
                posted.text.firstMatch(of: #/href="(/imports/[0-9a-f]+)\?verdict=new"/#)?.1)
            let refused = try await imports.text(path + "?verdict=refused")
            let last = try await imports.text(path + "?page=3")

            #expect(posted.status == .unprocessableContent)
            #expect(Self.lines(posted.text).prefix(2) == ["121", "2"])
            #expect(Self.lines(refused) == ["121"])
            #expect(Self.lines(last) == (101...120).map(String.init))
            #expect(!last.contains("name=\"plan\""))
        }
    }

    @Test("A refused file that is not stored has all of its rows on one page")
    func notStored() async throws {
        try await TestSite.importing { imports, _ in
            let posted = try await imports.upload(
                Self.table(lastPrice: "x"), kind: "products", headers: Self.browser)

            #expect(posted.status == .unprocessableContent)
            #expect(Self.lines(posted.text) == ["121"] + (2...120).map(String.init))
            #expect(!posted.text.contains("class=\"chip\""))
        }
    }

    @Test("A short preview has neither pages nor filters")
    func short() async throws {
        try await TestSite.importing { imports, _ in
            let posted = try await imports.upload(
                "name,price\nMug,1\n", kind: "products", headers: Self.browser)
            let page = try await imports.text(try #require(posted.headers[.location]))

            #expect(Self.lines(page) == ["2"])
            #expect(!page.contains("role=\"search\" aria-label=\"Search rows\""))
            #expect(!page.contains("class=\"chip\""))
        }
    }

    /// The numbers of the lines of the shown rows.
    private static func lines(_ page: String) -> [String] {
        page.matches(of: /id="line-([0-9]+)"/).map { String($0.1) }
    }
}
