import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Copies of records")
struct CopyingTests {
    private static let navigation: HTTPFields = {
        var headers = HTTPFields()
        headers[.secFetchMode] = "navigate"
        return headers
    }()

    /// The page with the notice of the previous response.
    private static func page(
        after answer: TestResponse, _ client: InventoryClient
    ) async throws -> String {
        var headers = navigation
        headers[.cookie] = answer.sentCookie[.cookie]
        return try await client.get(
            try #require(answer.headers[.location]), headers: headers
        ).text
    }

    private static func undo(in page: String) throws -> String {
        String(try #require(page.firstMatch(of: #/action="([^"]+\/copies\/[^"]+\/undo)"/#)).1)
    }

    @Test("The form of a copied product has its values, except its number and barcode")
    func productForm() async throws {
        try await TestSite.inventory { client in
            try await client.post(
                "/products",
                [
                    ("name", "Mug"), ("price", "5.50"), ("sku", "M-1"),
                    ("barcode", "4006381333931"), ("category", "Kitchen"), ("unit", "piece"),
                ])
            try await client.post("/products", [("name", "Mug (2)"), ("price", "6")])

            let page = try await client.get("/products/1").text
            let form = try await client.get("/products/1/copy").text

            #expect(page.contains("href=\"/products/1/copy\">Copy</a>"))
            #expect(form.contains("action=\"/products/1/copy\""))
            for value in ["Mug (3)", "5.50", "Kitchen", "piece", "1"] {
                #expect(form.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(!form.contains("value=\"M-1\"") && !form.contains("4006381333931"))
            #expect(try await client.json("/products.json")["total"] as? Int == 2)
            #expect(try await client.get("/products/9/copy").status == .notFound)
            #expect(try await client.post("/products/9/copy").status == .notFound)
        }
    }

    @Test("Names and numbers are consecutive, and a program gets the copies")
    func products() async throws {
        try await TestSite.inventory { client in
            try await client.post(
                "/products", [("name", "Box 09"), ("price", "5"), ("category", "Paper")])

            let made = try await client.post(
                "/products/1/copy",
                [("count", "3"), ("sku", "B-10"), ("barcode", "4006381333931")],
                headers: InventoryClient.json)
            let one = try await client.post(
                "/products/1/copy", [("name", "Crate"), ("price", "7")])

            #expect(made.status == .created, "\(made.text)")
            let records = try #require(try made.json["records"] as? [[String: Any]])
            #expect(records.map { $0["name"] as? String } == ["Box 10", "Box 11", "Box 12"])
            #expect(records.map { $0["sku"] as? String } == ["B-10", "B-11", "B-12"])
            #expect(records.map { $0["barcode"] as? String } == ["4006381333931", nil, nil])
            #expect(records.allSatisfy { $0["price"] as? String == "5.00" })
            let categories = records.compactMap { ($0["category"] as? String) }
            #expect(categories == ["Paper", "Paper", "Paper"])
            #expect(one.status == .seeOther && one.headers[.location] == "/products/5")
            #expect(try await client.json("/products/5.json")["price"] as? String == "7.00")
        }
    }

    @Test(
        "A refused form keeps what was typed, and nothing is copied",
        arguments: [
            ("count", "0"), ("count", "101"), ("count", "many"), ("count", "1.5"), ("price", "x"),
            ("name", ""), ("name", "Mug"),
        ])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            try await client.post("/products", [("name", "Mug"), ("price", "5")])
            let fields = [("name", "Cup"), ("price", "5"), ("unit", "dozen"), ("count", "3")]
                .map { $0.0 == field ? (field, value) : $0 }

            let page = try await client.post("/products/1/copy", fields)
            let forProgram = try await client.post(
                "/products/1/copy", fields, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("id=\"\(field)-fault\""))
            #expect(page.text.contains("value=\"dozen\""))
            #expect(page.text.contains("action=\"/products/1/copy\""))
            if !value.isEmpty { #expect(page.text.contains("value=\"\(value)\"")) }
            #expect(forProgram.status == .unprocessableContent)
            #expect(try forProgram.faultFields == [field])
            #expect(try await client.json("/products.json")["total"] as? Int == 1)
        }
    }

    @Test("A copy that conflicts with another record leaves no other copies")
    func clash() async throws {
        try await TestSite.inventory { client in
            for name in ["Box 1", "Box 4"] {
                try await client.post("/products", [("name", name), ("price", "5")])
            }

            let refused = try await client.post(
                "/products/1/copy", [("count", "5")], headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(try refused.faultFields == ["name"])
            #expect(try await client.json("/products.json")["total"] as? Int == 2)
        }
    }

    @Test("A form that is sent twice makes its copies once")
    func twice() async throws {
        try await TestSite.inventory { client in
            try await client.post("/groceries", [("entry", "2 l milk")])
            let form = try await client.get("/groceries/1/copy").text
            let mark = try #require(form.firstMatch(of: #/name="form" value="([^"]+)"/#)).1
            let fields = [("form", String(mark)), ("count", "2")]

            let first = try await client.post("/groceries/1/copy", fields)
            let second = try await client.post("/groceries/1/copy", fields)

            #expect(first.status == .seeOther && first.headers[.location] == "/groceries")
            #expect(second.status == .conflict)
            #expect(try await client.json("/groceries.json")["total"] as? Int == 3)
        }
    }

    @Test("Copies of a grocery are to be bought, and listed after the others")
    func groceries() async throws {
        try await TestSite.inventory { client in
            for entry in ["2 l milk", "3x eggs"] {
                try await client.post("/groceries", [("entry", entry)])
            }
            try await client.post("/groceries/1/tick", [("ticked", "yes")])

            let form = try await client.get("/groceries/1/copy").text
            let made = try await client.post(
                "/groceries/1/copy", [("name", "Jar 1"), ("count", "2")], headers: Self.navigation)
            let records = try #require(
                try await client.json("/groceries.json")["records"] as? [[String: Any]])
            let list = try await Self.page(after: made, client)

            for value in ["milk", "2", "l"] { #expect(form.contains("value=\"\(value)\"")) }
            #expect(form.contains("Up to 100") && !form.contains("count up"))
            #expect(
                records.map { $0["summary"] as? String } == [
                    "3 × eggs", "2 l Jar 1", "2 l Jar 1", "2 l milk",
                ])
            #expect(list.contains("2 groceries were added."))
            #expect(list.contains("Undo: add 2 items"))
        }
    }

    @Test("Undo deletes the copies at once, except one that was changed since")
    func undo() async throws {
        try await TestSite.inventory { client in
            try await client.post("/products", [("name", "Box 1"), ("price", "5")])
            let made = try await client.post(
                "/products/1/copy", [("count", "3")], headers: Self.navigation)
            let list = try await Self.page(after: made, client)
            let path = try Self.undo(in: list)
            try await client.post("/products/3", [("price", "6")])

            let undone = try await client.post(path, headers: Self.navigation)
            let after = try await Self.page(after: undone, client)
            let again = try await client.post(path)

            #expect(made.status == .seeOther && made.headers[.location] == "/products")
            #expect(list.contains("3 products were added."))
            #expect(undone.status == .seeOther)
            #expect(after.contains("Copies that were not changed or used since were removed."))
            #expect(again.status == .notFound)
            #expect(again.text.contains("It was undone already, or it is too old"))
            let names = try #require(
                try await client.json("/products.json")["records"] as? [[String: Any]])
            #expect(names.map { $0["name"] as? String } == ["Box 1", "Box 3"])
        }
    }

    @Test("A single copy redirects to its page, which offers to undo it")
    func single() async throws {
        try await TestSite.inventory { client in
            try await client.post("/products", [("name", "Mug"), ("price", "5")])
            let made = try await client.post("/products/1/copy", headers: Self.navigation)
            let page = try await Self.page(after: made, client)

            #expect(made.headers[.location] == "/products/2")
            #expect(page.contains("The product was added.") && page.contains("Mug (2)"))
            _ = try await client.post(try Self.undo(in: page))
            #expect(try await client.get("/products/2").status == .notFound)

            let phone = try await client.post("/products", [("name", "iPhone 15"), ("price", "5")])
            let path = try #require(phone.headers[.location]) + "/copy"
            for name in ["iPhone 15 (2)", "iPhone 15 (3)"] {
                let copy = try await client.post(path, headers: InventoryClient.json)
                let records = try copy.json["records"] as? [[String: Any]]
                #expect(records?.first?["name"] as? String == name)
            }
        }
    }

    @Test("Viewers may not copy, and the activity names the copies")
    func people() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await RouteAccessTests.headers(of: .owner, client)
            let viewer = try await RouteAccessTests.headers(of: .viewer, client)
            try await client.post(
                "/products", [("name", "Box 1"), ("price", "5")], headers: owner)

            let form = try await client.get("/products/1/copy", headers: viewer)
            let copy = try await client.post(
                "/products/1/copy", [("count", "2")], headers: viewer)
            let made = try await client.post(
                "/products/1/copy", [("count", "2")], headers: owner)
            let activity = try await client.get("/activity", headers: owner).text

            #expect(form.status == .forbidden && copy.status == .forbidden)
            #expect(made.status == .seeOther)
            #expect(activity.contains("Box 2") && activity.contains("Box 3"))
        }
    }
}
