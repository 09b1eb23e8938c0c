import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Page titles")
struct TitleTests {
    private static let lists: [(uri: String, title: String)] = [
        ("/items", "Inventory · Homeowner"),
        ("/items?q=so%26fa", "Inventory: “so&amp;fa” · Homeowner"),
        ("/items?hasImage=no", "Inventory: Photo: no · Homeowner"),
        ("/items?perPage=1&page=2", "Inventory: page 2 · Homeowner"),
        ("/items?assetType=1", "Inventory: Type: Furniture · Homeowner"),
        ("/customers?q=amina", "Customers: “amina” · Homeowner"),
        ("/products?retired=yes", "Products: Retired: yes · Homeowner"),
        ("/books?category=1&q=s", "Books: “s”, Category: Cooking · Homeowner"),
        ("/books?category=none", "Books: Category: none · Homeowner"),
        ("/customers?product=1", "Customers: Product: Desk lamp · Homeowner"),
        ("/sales?product=1", "Sales: Product: Desk lamp · Homeowner"),
        ("/sales?product=9", "Sales: Product: 9 · Homeowner"),
        ("/sales/totals?by=product", "Sales by product · Homeowner"),
    ]

    @Test("A list names its search, its filters and its page")
    func list() async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/asset-types", [("label", "Furniture")])
            try await client.post("/products", [("name", "Desk lamp"), ("price", "3")])
            try await client.add("Sofa", [("assetType", "1")])
            try await client.add("Lamp", [("assetType", "1")])

            for (uri, title) in Self.lists {
                // The second time from the cache.
                for _ in 0..<2 {
                    let page = try await client.get(uri)

                    #expect(page.text.contains("<title>\(title)</title>"), "\(uri)")
                }
            }
        }
    }

    @Test(
        "The title of a refused form or list begins with that",
        arguments: ["/items?minValue=x", "/customers?predicate=(", "/sales?from=x"])
    func refused(uri: String) async throws {
        try await TestSite.inventory { client in
            let list = try await client.get(uri)
            let form = try await client.post("/items", [("itemName", "")])

            #expect(list.text.contains("<title>Not done: "))
            #expect(form.text.contains("<title>Not done: New item · Homeowner</title>"))
        }
    }

    @Test("An error has its own title")
    func error() async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/nothing")

            #expect(page.text.contains("<title>This page does not exist · Homeowner</title>"))
        }
    }
}
