import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The trash in predicates and counts")
struct TrashedMembersTests {
    /// A sofa, which is moved to the trash, and a lamp: both of the first type, in the attic, blue, with a document
    /// and a custom field.
    private static func fill(_ client: InventoryClient) async throws {
        try await client.post("/locations", [("name", "House")])
        try await client.post("/locations", [("name", "Attic"), ("parent", "1")])
        try await client.post("/item-fields", [("name", "Wood"), ("kind", "text")])
        var paths: [String] = []
        for (name, value) in [("Sofa", "90"), ("Lamp", "10")] {
            let path = try await client.add(
                name,
                [
                    ("valueInDollars", value), ("assetType", "1"), ("location", "2"),
                    ("tags", "blue"), ("fields[1]", "Oak"),
                ])
            let document = try await client.upload(
                path + "/documents", files: [("\(name).jpg", try TestPicture.data())])
            #expect(document.status == .seeOther)
            paths.append(path)
        }
        try await client.post(paths[0] + "/delete")
    }

    private static func total(
        _ list: String, _ predicate: String, _ client: InventoryClient
    ) async throws -> Int? {
        let address = "\(list).json?" + QueryText.encode([("predicate", predicate)])
        return try await client.json(address)["total"] as? Int
    }

    private static let conditions: [(list: String, predicate: String, total: Int)] = [
        ("/asset-types", "items.@count == 1", 1),
        ("/asset-types", "count:(items) == 2", 0),
        ("/asset-types", "items.@sum.valueInDollars == 10", 1),
        ("/asset-types", "items.valueInDollars.@max == 10", 1),
        ("/asset-types", "ANY items.itemName == \"Sofa\"", 0),
        ("/asset-types", "ANY items.itemName MATCHES \"S.*\"", 0),
        ("/asset-types", "items.@count > 0 AND NONE items.itemName == \"Sofa\"", 1),
        ("/asset-types", "items.@count > 0 AND ALL items.itemName == \"Lamp\"", 1),
        ("/asset-types", "\"Sofa\" IN items.itemName", 0),
        ("/asset-types", "SUBQUERY(items, $i, $i.valueInDollars > 50).@count > 0", 0),
        (
            "/asset-types",
            "SUBQUERY(items, $i, ANY $i.location.items.itemName == \"Sofa\").@count > 0", 0
        ),
        ("/asset-types", "ANY items.documents.name BEGINSWITH \"Sofa\"", 0),
        ("/asset-types", "ANY items.documents.name BEGINSWITH \"Lamp\"", 1),
        ("/asset-types", "items.documents.@count == 1", 1),
        ("/asset-types", "items.@sum.documents.byteCount > 0 AND items.documents.@count > 1", 0),
        ("/locations", "items.@count == 1", 1),
        ("/locations", "ANY children.items.itemName == \"Sofa\"", 0),
        ("/locations", "ANY children.items.itemName == \"Lamp\"", 1),
        ("/tags", "items.@count == 1", 1),
        ("/tags", "ANY items.assetType.items.valueInDollars == 90", 0),
        ("/item-fields", "values.@count == 1", 1),
        ("/items", "location.items.@count == 1", 1),
        ("/items", "ANY tags.items.itemName == \"Sofa\"", 0),
        // The belongings of an item in the trash are in it too.
        ("/trash", "documents.@count == 1 AND fieldValues.@count == 1", 1),
        // These pages show the stored records.
        ("/model/AssetType", "items.@count == 2", 1),
    ]

    @Test("Predicates on lists ignore the trash, and those on the model’s records include it")
    func conditions() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (list, predicate, total) in Self.conditions {
                let found = try await Self.total(list, predicate, client)
                #expect(found == total, "\(list) \(predicate)")
            }
        }
    }

    @Test("A restored item is counted again, and a document in the trash is not")
    func belongings() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            try await client.post("/trash/1/restore")
            try await client.add("Cushion", [("container", "A-0001")])
            #expect(try await Self.total("/asset-types", "items.@count == 2", client) == 1)
            #expect(
                try await Self.total("/items", "ANY contents.itemName == \"Cushion\"", client) == 1)

            try await client.post("/documents/1/delete")
            #expect(try await Self.total("/items", "documents.@count == 1", client) == 1)
            #expect(
                try await Self.total("/items", "ANY documents.name BEGINSWITH \"Sofa\"", client)
                    == 0)
            #expect(
                try await Self.total("/asset-types", "items.documents.@count == 1", client) == 1)
        }
    }

    @Test("Lists and notices do not count items in the trash")
    func counts() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for list in ["/asset-types", "/locations", "/tags", "/item-fields"] {
                let records = try #require(
                    try await client.json(list + ".json")["records"] as? [[String: Any]])
                #expect(records.compactMap { $0["items"] as? Int }.max() == 1, "\(list)")
            }
            #expect(
                try await client.get("/item-fields/1/delete").text.contains(
                    "What 1 item and 1 item in the trash have in it goes with it."))

            let merged = try await client.post(
                "/asset-types/1/merge", [("into", "2")], headers: [.secFetchMode: "navigate"])
            let target = try #require(merged.headers[.location])
            let page = try await client.get(target, headers: merged.sentCookie).text
            #expect(page.contains("was merged: 1 item moved here."))
        }
    }
}
