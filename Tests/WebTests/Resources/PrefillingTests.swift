import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Prefilled forms")
struct PrefillingTests {
    @Test("Query parameters and model defaults fill in the form of a new record")
    func resources() async throws {
        try await TestSite.inventory { client in
            let category = try await client.post(
                "/book-categories", [("name", "Garden")], headers: InventoryClient.json)
            let number = try #require(try category.json["id"] as? Int)

            let book = try await client.get(
                "/books/new?category=\(number)&title=A+%3Cb%3E&price=9.50"
            ).text
            let blank = try await client.get("/books/new").text
            let grocery = try await client.get("/groceries/new").text

            #expect(book.contains("<option value=\"\(number)\" selected>Garden</option>"))
            #expect(book.contains("name=\"title\" value=\"A &lt;b&gt;\""))
            #expect(book.contains("name=\"price\" value=\"9.50\""))
            #expect(blank.contains("name=\"price\" value=\"\""))
            #expect(grocery.contains("name=\"quantity\" value=\"1\""))
        }
    }

    @Test("A list filtered by a category links to a form with that category")
    func filteredList() async throws {
        try await TestSite.inventory { client in
            let list = try await client.get("/books?category=1&bargain=yes").text
            let none = try await client.get("/books?category=none").text
            let items = try await client.get("/items?assetType=2").text

            #expect(list.contains("href=\"/books/new?category=1\""))
            #expect(none.contains("href=\"/books/new\""))
            #expect(items.contains("href=\"/items/new?assetType=2\""))
        }
    }

    @Test("Items, customers and sales are filled in by query parameters too")
    func others() async throws {
        try await TestSite.sales { client in
            let item = try await client.get(
                "/items/new?itemName=Sofa&valueInDollars=250&assetType=2"
            ).text
            let customer = try await client.get("/customers/new?name=Ann&productName=Tea").text
            let sale = try await client.get(
                "/customers/\(client.customer)/sales/new?productName=Tea&quantity=3"
            ).text

            #expect(item.contains("name=\"itemName\" value=\"Sofa\""))
            #expect(item.contains("name=\"valueInDollars\" value=\"250\""))
            #expect(item.contains("<option value=\"2\" selected>"))
            #expect(customer.contains("name=\"name\" value=\"Ann\""))
            #expect(customer.contains("name=\"lines[0][productName]\" value=\"Tea\""))
            #expect(sale.contains("name=\"lines[0][productName]\" value=\"Tea\""))
            #expect(sale.contains("name=\"lines[0][quantity]\" value=\"3\""))
        }
    }

    @Test("A query parameter that looks like a card number is ignored")
    func cardNumbers() async throws {
        try await TestSite.inventory { client in
            let certain = try await client.get("/groceries/new?name=4012888888881881")
            let likely = try await client.get("/groceries/new?name=9012345678901238")

            #expect(certain.status == .unprocessableContent)
            #expect(!certain.text.contains("4012888888881881"))
            #expect(likely.status == .ok)
            #expect(!likely.text.contains("9012345678901238"))
        }
    }
}
