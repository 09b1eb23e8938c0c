import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Forms that arrive twice, or too late for their record.
struct RepeatedFormTests {
    /// The key in a page's form.
    private static func key(_ page: String) throws -> (name: String, value: String) {
        let field = try #require(page.firstMatch(of: #/name="form" value="([^"]+)"/#))
        return ("form", String(field.1))
    }

    @Test(
        "A saved form that is sent again asks before it makes a second record",
        arguments: [
            ("/products", [("name", "Lamp"), ("price", "1")]),
            ("/items", [("itemName", "Lamp")]),
            ("/asset-types", [("label", "Lamps")]),
        ])
    func twice(list: String, fields: [(String, String)]) async throws {
        try await TestSite.inventory { client in
            let before = try await client.json(list + ".json")["total"] as? Int ?? 0
            let opened = try await Self.key(client.get(list + "/new").text)
            let fields = fields.map { (name: $0.0, value: $0.1) }

            let first = try await client.post(list, fields + [opened])
            let second = try await client.post(list, fields + [opened])

            #expect(first.status == .seeOther)
            #expect(second.status == .conflict)
            #expect(second.text.contains("This form was saved before"))
            #expect(second.text.contains("value=\"\(fields[0].value)\""))
            let asked = try Self.key(second.text)
            #expect(asked.value != opened.value)
            #expect(try await client.json(list + ".json")["total"] as? Int == before + 1)
        }
    }

    @Test("Confirming by saving again makes a second record; a program is never asked")
    func meant() async throws {
        try await TestSite.inventory { client in
            let opened = try await Self.key(client.get("/items/new").text)
            _ = try await client.post("/items", [("itemName", "Chair"), opened])
            let asked = try await client.post("/items", [("itemName", "Chair"), opened])

            let meant = try await client.post(
                "/items", [("itemName", "Chair"), Self.key(asked.text)])
            _ = try await client.post("/items", [("itemName", "Chair")])

            #expect(meant.status == .seeOther)
            #expect(try await client.names() == ["Chair", "Chair", "Chair"])
        }
    }

    @Test("A refused form was not saved, and can be sent again without a question")
    func refused() async throws {
        try await TestSite.inventory { client in
            let opened = try await Self.key(client.get("/products/new").text)
            _ = try await client.post("/products", [("name", "Lamp"), ("price", "x"), opened])

            let saved = try await client.post(
                "/products", [("name", "Lamp"), ("price", "1"), opened])

            #expect(saved.status == .seeOther)
        }
    }

    @Test(
        "The form of a deleted record is returned as that of a new one with the typed values",
        arguments: [
            ("/products/99", "name", "action=\"/products\""),
            ("/asset-types/99", "label", "action=\"/asset-types\""),
            ("/customers/99", "name", "action=\"/customers\""),
            ("/items/5D0E1E1F-5E0A-4E3B-9B0C-2F3E4D5C6B7A", "itemName", "action=\"/items\""),
        ])
    func gone(path: String, field: String, action: String) async throws {
        try await TestSite.inventory { client in
            let page = try await client.post(path, [(field, "Old friend"), ("version", "1")])
            let forProgram = try await client.post(
                path, [(field, "Old friend")], headers: InventoryClient.json)

            #expect(page.status == .notFound)
            #expect(page.text.contains("value=\"Old friend\""))
            #expect(page.text.contains(action))
            #expect(page.text.contains("deleted meanwhile"))
            #expect(forProgram.status == .notFound)
        }
    }
}
