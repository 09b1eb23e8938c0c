import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Custom fields")
struct ItemFieldTests {
    /// Adds fields of all kinds to the first type, and one to all items.
    private static func addFields(_ client: InventoryClient) async throws {
        for (name, kind, type) in [
            ("Wood", "text", "1"), ("Power", "number", "1"), ("Serviced", "date", "1"),
            ("Insured", "flag", ""),
        ] {
            let added = try await client.post(
                "/item-fields", [("name", name), ("kind", kind), ("assetType", type)])
            #expect(added.status == .seeOther, "\(name)")
        }
    }

    private static let values: [(name: String, value: String)] = [
        ("fields[1]", "Oak"), ("fields[2]", "1200,5"), ("fields[3]", "2026-05-01"),
        ("fields[4]", "true"),
    ]

    @Test("They are in the form of the items of their type, and on the item’s page")
    func forms() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let path = try await client.add("Table", [("assetType", "1")] + Self.values)
            let other = try await client.add("Hat")

            let form = try await client.get(path + "/edit").text
            let new = try await client.get("/items/new?assetType=1").text
            let hat = try await client.get(other + "/edit").text
            let page = try await client.get(path).text
            let item = try await client.json(path + ".json")
            let type = try await client.get("/asset-types/1").text

            for text in ["value=\"Oak\"", "value=\"1200.5\"", "value=\"2026-05-01\""] {
                #expect(form.contains(text), "\(text)")
            }
            #expect(new.contains("name=\"fields[1]\""))
            #expect(!hat.contains("name=\"fields[1]\""))
            #expect(hat.contains("name=\"fields[4]\""))
            for text in ["Oak", "1200.5", "May 1, 2026", "<dt>Insured</dt><dd dir=\"auto\">Yes"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(
                item["fields"] as? [String: String] == [
                    "Wood": "Oak", "Power": "1200.5", "Serviced": "2026-05-01", "Insured": "yes",
                ])
            #expect(type.contains("Wood (text)"))
        }
    }

    @Test("A field cannot be named as the security code of a card, which imports refuse")
    func securityCodes() async throws {
        try await TestSite.inventory { client in
            let acid = try await client.post("/item-fields", [("name", "Acid"), ("kind", "text")])
            #expect(acid.status == .seeOther)
            for name in ["CVV", "Card security code"] {
                let refused = try await client.post(
                    "/item-fields", [("name", name), ("kind", "text")],
                    headers: InventoryClient.json)
                #expect(try refused.faults["name"] == "the security code of a card is not kept")
            }
        }
    }

    @Test("The fault of a card number has the name of the field")
    func cardNumbers() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let fields = [
                ("itemName", "Table"), ("assetType", "1"), ("fields[1]", "4111 1111 1111 1111"),
            ]

            let page = try await client.post("/items", fields)
            let program = try await client.post("/items", fields, headers: InventoryClient.json)
            let item = try await client.add("Table", [("assetType", "1")])
            let copy = try await client.post(item + "/copy", fields, headers: InventoryClient.json)

            #expect(copy.text.contains("\"label\":\"Wood\""))
            #expect(try copy.faultFields == ["fields[1]"])
            #expect(page.text.contains(">Wood: it looks like it contains a card number"))
            #expect(page.text.contains("id=\"fields[1]-fault\""))
            #expect(program.text.contains("\"label\":\"Wood\""))
            #expect(try program.faultFields == ["fields[1]"])
        }
    }

    @Test("The JSON answer to a saved item contains all fields")
    func saved() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let path = try await client.add("Table", [("assetType", "1")] + Self.values)
            let saved = try await client.post(
                path, [("fields[1]", "Ash")], headers: InventoryClient.json)
            let record = try saved.json
            #expect((record["fields"] as? [String: String])?["Wood"] == "Ash")
            #expect(record.keys.contains("lentTo") && record.keys.contains("formerValues"))
        }
    }

    @Test("An empty field clears the value, and an absent one keeps it")
    func clearing() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let path = try await client.add("Table", [("assetType", "1")] + Self.values)

            try await client.post(path, [("fields[1]", ""), ("fields[4]", "no")])
            try await client.post(path, [("assetType", "")])
            let item = try await client.json(path + ".json")

            #expect(
                item["fields"] as? [String: String] == [
                    "Power": "1200.5", "Serviced": "2026-05-01", "Insured": "no",
                ])
        }
    }

    @Test("Concurrent changes of one field or the tags conflict; of different fields they do not")
    func conflicts() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let path = try await client.add(
                "Table", [("assetType", "1"), ("tags", "old")] + Self.values)
            let version = try #require(try await client.json(path + ".json")["version"] as? Int)
            let window: [(name: String, value: String)] = [
                ("version", "\(version)"), ("shown[itemName]", "Table"), ("itemName", "Table"),
                ("shown[fields[1]]", "Oak"), ("shown[fields[2]]", "1200.5"),
                ("shown[tags]", "old"), ("tags", "old"), ("fields[2]", "1200.5"),
            ]

            let other = try await client.post(path, window + [("fields[1]", "Elm")])
            #expect(other.status == .seeOther)
            let mine = try await client.post(path, window + [("fields[1]", "Ash")])
            #expect(mine.status == .conflict)
            for text in ["Oak", "Elm", "Ash", "changed by both"] {
                #expect(mine.text.contains(text), "\(text)")
            }
            let form = try #require(mine.text.firstRange(of: "id=\"item-form\""))
            #expect(mine.text[form.lowerBound...].contains("value=\"Ash\""))

            try await client.post(path, [("tags", "new"), ("fields[1]", "Oak")])
            let tagged = try await client.post(
                path, window.filter { $0.name != "tags" } + [("tags", "old, good")])
            #expect(tagged.status == .conflict)
            let untouched = try await client.post(
                path, window.filter { !$0.name.contains("tags") } + [("fields[1]", "Oak")])
            #expect(untouched.status == .seeOther)
            let fields = try await client.json(path + ".json")["fields"] as? [String: String]
            #expect(fields?["Wood"] == "Oak")
        }
    }

    @Test("Predicates find items by custom fields")
    func predicates() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            try await client.add("Table", [("assetType", "1")] + Self.values)
            try await client.add("Lamp", [("assetType", "1"), ("fields[2]", "40")])

            func names(_ condition: String) async throws -> [String] {
                let predicate =
                    "SUBQUERY(fieldValues, $v, $v.field.name == \(condition)).@count > 0"
                return try await client.names(
                    "/items.json?" + QueryText.encode([("predicate", predicate)]))
            }
            #expect(try await names("\"Power\" AND $v.number > 100") == ["Table"])
            #expect(try await names("\"Power\" AND $v.number < 100") == ["Lamp"])
            #expect(try await names("\"Wood\" AND $v.text == \"Oak\"") == ["Table"])
        }
    }

    @Test(
        "An invalid value is refused at its field",
        arguments: [
            ("fields[2]", "much", "“much” is not a number"), ("fields[3]", "soon", "soon"),
            ("fields[4]", "maybe", "“maybe” is not yes or no"),
            ("fields[99]", "x", "there is no such field"),
        ])
    func refusals(field: String, value: String, message: String) async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)

            let page = try await client.post(
                "/items", [("itemName", "Table"), ("assetType", "1"), (field, value)])
            let document = try await client.post(
                "/items", [("itemName", "Table"), ("assetType", "1"), (field, value)],
                headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(try document.faults[field]?.contains(message) == true)
            #expect(try await client.names().isEmpty)
        }
    }

    @Test("Fields are listed, changed and deleted; the kind of a field with values stays")
    func fields() async throws {
        try await TestSite.inventory { client in
            try await Self.addFields(client)
            let path = try await client.add("Table", [("assetType", "1")] + Self.values)

            let list = try await client.json("/item-fields.json?assetType=1")
            let double = try await client.post(
                "/item-fields", [("name", "wood"), ("assetType", "1")])
            let otherKind = try await client.post("/item-fields/1", [("kind", "number")])
            let renamed = try await client.post("/item-fields/1", [("name", "Timber")])
            let question = try await client.get("/item-fields/1/delete").text
            let deleted = try await client.post("/item-fields/2/delete")
            let item = try await client.json(path + ".json")

            #expect(list["total"] as? Int == 3)
            #expect(double.status == .unprocessableContent)
            #expect(otherKind.status == .unprocessableContent)
            #expect(renamed.status == .seeOther)
            #expect(question.contains("What 1 item has in it goes with it"))
            #expect(deleted.status == .seeOther)
            #expect(
                item["fields"] as? [String: String] == [
                    "Timber": "Oak", "Serviced": "2026-05-01", "Insured": "yes",
                ])
        }
    }
}
