import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("The trash over HTTP")
struct TrashTests {
    @Test("An item in a deleted item links to it in the trash")
    func contents() async throws {
        try await TestSite.inventory { client in
            let box = try await client.add("Case")
            let drill = try await client.add("Drill", [("container", "A-0001")])
            #expect(try await client.get(drill).text.contains("href=\"\(box)\""))
            try await client.post(box + "/delete")

            let page = try await client.get(drill).text
            #expect(page.contains("href=\"/trash/1\"") && page.contains("Case, in the trash"))
            #expect(!page.contains("href=\"\(box)\""))
            let gone = try await client.get(box)
            #expect(gone.status == .notFound)
            #expect(gone.text.contains("Restore it from there first"))
        }
    }

    @Test("A deleted item is in no list and no sum, and is restored completely")
    func life() async throws {
        try await TestSite.inventory { client in
            let picture = try TestPicture.data()
            let made = try await client.upload(
                "/items", [("itemName", "Sofa"), ("valueInDollars", "90"), ("assetType", "1")],
                file: picture)
            let path = try #require(made.headers[.location])
            try await client.add("Lamp")
            let before = try await client.json(path + ".json")

            let deleted = try await client.post(
                path + "/delete", headers: [.secFetchMode: "navigate"])
            let page = try await client.get("/items", headers: deleted.sentCookie).text
            let trash = try await client.json("/trash.json")
            let asset = try await client.json("/asset-types/1.json")

            #expect(page.contains("“Sofa” is in the trash."))
            #expect(page.contains("action=\"/trash/1/restore\""))
            #expect(page.contains("1 item"))
            #expect(try await client.get(path).status == .notFound)
            #expect(try await client.post(path, [("itemName", "x")]).status == .notFound)
            #expect(try await client.names("/items.json?q=sofa") == [])
            #expect(try await client.json("/search.json?q=sofa")["total"] as? Int == 0)
            #expect(asset["items"] as? Int == 0)
            #expect(trash["total"] as? Int == 1)
            #expect(try await client.get("/trash").text.contains(">Sofa</a>"))
            #expect(try await client.get("/trash/1").text.contains(">Restore<"))

            let restored = try await client.post("/trash/1/restore")
            let image = try await client.get(path + "/image")

            #expect(restored.headers[.location] == path)
            #expect(try await client.names() == ["Sofa", "Lamp"])
            #expect(Data(image.body.readableBytesView) == picture)
            let after = try await client.json(path + ".json")
            for key in ["itemNumber", "valueInDollars", "dateCreated", "orderingValue"] {
                #expect("\(before[key] ?? "")" == "\(after[key] ?? "")")
            }
            #expect(try await client.get("/trash").text.contains("Nothing is in the trash"))
        }
    }

    @Test("Only deleted items are in the trash, and deleting one for good removes it")
    func edges() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")

            #expect(try await client.get("/trash/1").status == .notFound)
            #expect(try await client.post("/trash/1/restore").status == .notFound)
            #expect(try await client.post("/trash/1/delete").status == .notFound)
            _ = try await client.post(path + "/delete")
            let erased = try await client.post("/trash/1/delete")
            #expect(erased.headers[.location] == "/trash")
            #expect(try await client.json("/trash.json")["total"] as? Int == 0)
            #expect(try await client.post("/trash/1/restore").status == .notFound)
        }
    }

    @Test("An import restores an item from the trash, and adds no second one with its key")
    func imports() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let table = try await client.get("/items.csv").text
            _ = try await client.post(path + "/delete")
            let imports = ImportClient(site: client, address: "/import")

            let plan = try await imports.upload(table, kind: "items")
            #expect(plan.text.contains("comes back from the trash"))
            _ = try await imports.confirm(plan)

            #expect(try await client.names() == ["Sofa"])
            #expect(try await client.get(path).status == .ok)
        }
    }

    @Test("An item that comes back when another one has its number gets a new one")
    func numberTaken() async throws {
        try await TestSite.inventory { client in
            let lamp = try await client.add("Lamp")
            try await client.post(lamp + "/delete")
            let chair = try await client.add("Chair", [("itemNumber", "A-0001")])
            try await client.post("/trash/1/restore")

            #expect(try await client.json(chair + ".json").text("itemNumber") == "A-0001")
            #expect(try await client.json(lamp + ".json").text("itemNumber") == "A-0002")
        }
    }
}
