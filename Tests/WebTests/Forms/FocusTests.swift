import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The field that is focused, so that typing needs no click.
@Suite("The focus of a new form")
struct FocusTests {
    /// The fields of a page with the autofocus attribute.
    private static func focused(_ page: String) -> [String] {
        page.matches(of: #/<(?:input|select|textarea) [^>]*?autofocus[^>]*>/#).map { tag in
            tag.0.firstMatch(of: #/ id="([^"]+)"/#).map { String($0.1) } ?? String(tag.0)
        }
    }

    @Test(
        "Only the field where work starts is focused",
        arguments: [
            ("/items/new", "itemName"), ("/items/new?assetType=1", "itemName"),
            ("/customers/new", "name"), ("/customers/new?name=Ann&productName=Tea", "name"),
            ("/customers/CUSTOMER/sales/new", "lines[0][productName]"),
            ("/sales/new/walk-in", "lines[0][productName]"), ("/sales/new", "buyer"),
            ("/products/new", "name"), ("/asset-types/new", "label"),
        ])
    func newForms(uri: String, field: String) async throws {
        try await TestSite.sales { client in
            let path = uri.replacing("CUSTOMER", with: String(client.customer))

            let page = try await client.get(path)

            #expect(Self.focused(page.text) == [field])
        }
    }

    @Test("After “Save and add another” the name of the next record is focused")
    func addAnother() async throws {
        try await TestSite.inventory { client in
            let saved = try await client.post(
                "/items", [("itemName", "Sofa"), ("assetType", "1"), ("next", "new")])
            let path = try #require(saved.headers[.location])

            #expect(Self.focused(try await client.get(path).text) == ["itemName"])
        }
    }

    @Test("The only customer found leads to the product; with several, the search stays focused")
    func buyers() async throws {
        try await TestSite.sales { client in
            try await client.post("/customers", [("name", "Amina Two"), ("productName", "Lamp")])

            let one = try await client.get("/sales/new?q=Two")
            let several = try await client.get("/sales/new?q=amina")

            let form = try await client.get(try #require(one.headers[.location]))
            #expect(Self.focused(form.text) == ["lines[0][productName]"])
            #expect(Self.focused(several.text) == ["buyer"])
        }
    }

    @Test("After a refused form the list of faults is focused")
    func refused() async throws {
        try await TestSite.inventory { client in
            let page = try await client.post("/items", [("itemName", "")]).text

            #expect(page.contains(#/<div class="faults"[^>]* autofocus>/#))
            #expect(Self.focused(page) == [])
        }
    }
}
