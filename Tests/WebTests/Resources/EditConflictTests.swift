import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Two windows with the form of one record, one of which posts too late.
struct EditConflictTests {
    /// The posted form of this site: its fields, their initial texts, and the version.
    private static func form(
        name: String, price: String, shown: (name: String, price: String) = ("Lamp", "1.00"),
        version: String = "1"
    ) -> [(name: String, value: String)] {
        [
            ("name", name), ("price", price), ("shown[name]", shown.name),
            ("shown[price]", shown.price), ("version", version),
        ]
    }

    private static func lamp(
        _ body: @Sendable (InventoryClient) async throws -> Void
    ) async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/products", [("name", "Lamp"), ("price", "1")])
            try await body(client)
        }
    }

    @Test("The form contains the values that it was filled with")
    func shownValues() async throws {
        try await Self.lamp { client in
            let form = try await client.get("/products/1/edit").text
            let new = try await client.get("/products/new").text

            #expect(form.contains(#"name="shown[name]" value="Lamp""#))
            #expect(form.contains(#"name="shown[price]" value="1.00""#))
            #expect(!new.contains("shown["))
        }
    }

    @Test("The page shows the changes of both windows and the former values")
    func page() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("price", "2")])

            let response = try await client.post(
                "/products/1", Self.form(name: "Desk lamp", price: "1.00"))

            #expect(response.status == .conflict)
            let rows = response.text.split(separator: "\n").filter { $0.contains("<tr class=") }
            let name = try #require(rows.first { $0.contains(">Name<") })
            let price = try #require(rows.first { $0.contains(">Price<") })
            #expect(name.contains("changed by you"))
            #expect(name.contains("Desk lamp"))
            #expect(price.contains("changed elsewhere"))
            #expect(price.contains("1.00") && price.contains("2.00"))
            #expect(price.contains("Left alone"))
            #expect(!response.text.contains("changed by both"))
        }
    }

    @Test("Saving after a conflict keeps the other window’s changes")
    func savingAfterwards() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("price", "2")])
            let late = try await client.post(
                "/products/1", Self.form(name: "Desk lamp", price: "1.00"))

            // The form on the conflict page: one's own name, and the saved price.
            #expect(late.text.contains(#"name="name" value="Desk lamp""#))
            #expect(late.text.contains(#"name="price" value="2.00""#))
            #expect(late.text.contains(#"name="version" value="2""#))
            let again = try await client.post(
                "/products/1",
                Self.form(
                    name: "Desk lamp", price: "2.00", shown: ("Lamp", "2.00"), version: "2"))

            let product = try await client.json("/products/1.json")
            #expect(again.status == .seeOther)
            #expect(product["name"] as? String == "Desk lamp")
            #expect(product["price"] as? String == "2.00")
        }
    }

    @Test("A field that both changed keeps one’s own value in the form, and is marked")
    func bothChanged() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("price", "2")])

            let late = try await client.post("/products/1", Self.form(name: "Lamp", price: "3"))

            #expect(late.status == .conflict)
            #expect(late.text.contains("changed by both"))
            #expect(late.text.contains(#"name="price" value="3""#))
        }
    }

    @Test("A change of a hidden field, or the same change twice, is not a conflict")
    func noConflict() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1/retirement")

            let saved = try await client.post("/products/1", Self.form(name: "Lamp", price: "2"))
            let same = try await client.post("/products/1", Self.form(name: "Lamp", price: "2.00"))

            #expect(saved.status == .seeOther)
            #expect(same.status == .seeOther)
            let product = try await client.json("/products/1.json")
            #expect(product["retiredAt"] is String)
            #expect(product["price"] as? String == "2.00")
        }
    }

    @Test("An unchanged field does not overwrite another’s change, even without a version")
    func untouchedFields() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("price", "2")])
            let form = Self.form(name: "Desk lamp", price: "1.00").filter { $0.name != "version" }

            let saved = try await client.post("/products/1", form)

            let product = try await client.json("/products/1.json")
            #expect(saved.status == .seeOther)
            #expect(product["name"] as? String == "Desk lamp")
            #expect(product["price"] as? String == "2.00")
        }
    }

    @Test("A refused form continues to compare with the record as the person saw it")
    func refusedMeanwhile() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("name", "Oil lamp")])

            let refused = try await client.post(
                "/products/1", Self.form(name: "Lamp", price: "x", version: "2"))

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(#"name="shown[name]" value="Lamp""#))
            #expect(refused.text.contains(#"name="version" value="2""#))
        }
    }

    @Test("A program that posts only the version gets the saved record")
    func program() async throws {
        try await Self.lamp { client in
            _ = try await client.post("/products/1", [("price", "2")])

            let late = try await client.post(
                "/products/1", [("price", "3"), ("version", "1")], headers: InventoryClient.json)

            #expect(late.status == .conflict)
            let current = try #require(try late.json["current"] as? [String: Any])
            #expect(current["price"] as? String == "2.00")
        }
    }
}
