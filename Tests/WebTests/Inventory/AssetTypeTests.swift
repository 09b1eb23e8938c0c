import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct AssetTypeTests {
    @Test("New items of a type begin with the values of its template, unless that is in the trash")
    func template() async throws {
        try await TestSite.inventory { client in
            let made = try await client.post("/asset-types", [("label", "Chairs")])
            let type = try #require(made.headers[.location])
            let number = String(type.split(separator: "/").last ?? "")
            let chair = try await client.add(
                "Chair 1",
                [("assetType", number), ("manufacturer", "Thonet"), ("tags", "wood")])
            try await client.add("Lamp")

            let refused = try await client.post(
                type + "/template", [("template", "Lamp")], headers: InventoryClient.json)
            let chosen = try await client.post(type + "/template", [("template", "Chair 1")])

            #expect(chosen.headers[.location] == type)
            #expect(try refused.faults["template"] == "it is an item of another type")
            let template = try await client.json(type + ".json")["template"] as? [String: Any]
            #expect(template?["label"] as? String == "A-0001 Chair 1")
            #expect(try await client.get(type).text.contains("href=\"\(chair)/copy\""))
            let form = "/items/new?assetType=\(number)&notes=Blue"
            let page = try await client.get(form).text
            #expect(page.contains("value=\"Thonet\"") && page.contains("value=\"wood\""))
            #expect(page.contains("\nBlue</textarea>"))
            #expect(try await client.get(type).text.contains("begin with the values of"))
            let choice = try await client.get(type + "/template").text
            #expect(choice.contains("action=\"\(type)/template\""))
            #expect(choice.contains("name=\"template\" value=\"A-0001 Chair 1\""))
            // Only its own address changes it.
            for path in [type + "/edit", "/asset-types/new"] {
                #expect(try await !client.get(path).text.contains("name=\"template\""))
            }
            try await client.post(type, [("label", "Seats"), ("template", "")])
            #expect(try await client.json(type + ".json")["template"] is [String: Any])

            try await client.post(chair + "/delete")
            #expect(try await !client.get(form).text.contains("Thonet"))
            #expect(try await client.json(type + ".json")["template"] is NSNull)
            #expect(try await !client.get(type + "/template").text.contains("Chair 1"))
            #expect(try await !client.get(type).text.contains("begin with the values of"))
            #expect(try await client.get(type).text.contains("is in the trash: new items begin"))
            let trashed = try await client.post(
                type + "/template", [("template", "Chair 1")], headers: InventoryClient.json)
            #expect(
                try trashed.faults["template"]
                    == "“Chair 1” is in the trash; restore it first, or give another item")
        }
    }

    @Test("The default types exist, sorted by name, with their counts")
    func index() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("assetType", "1"), ("valueInDollars", "300")])
            try await client.add("Lamp", [("valueInDollars", "100")])

            let list = try await client.json("/asset-types.json")
            let page = try await client.get("/asset-types")
            let table = try await client.get("/asset-types.csv")

            let records = try #require(list["records"] as? [[String: Any]])
            #expect(
                records.compactMap { $0["label"] as? String }
                    == ["Electronics", "Furniture", "Jewelry"])
            #expect(records.compactMap { $0["items"] as? Int } == [0, 1, 0])
            #expect(page.text.contains("3 types, 2 items, worth $400"))
            #expect(page.text.contains("75 % of the value"))
            #expect(page.text.contains("No type"))
            #expect(
                table.text
                    == "id,label,template,items\r\n3,Electronics,,0\r\n1,Furniture,,1\r\n2,Jewelry,,0\r\n"
            )
        }
    }

    @Test(
        "Lists of types are searched, sorted, paged and filtered",
        arguments: [
            ("q=JEW", "Jewelry"), ("sort=-label", "Jewelry,Furniture,Electronics"),
            ("perPage=2&page=2", "Jewelry"), ("q=zzz", ""),
            ("predicate=label+BEGINSWITH+%22E%22", "Electronics"),
            ("predicate=items.%40count+%3D%3D+0&sort=label", "Electronics,Furniture,Jewelry"),
        ])
    func views(query: String, expected: String) async throws {
        try await TestSite.inventory { client in
            let list = try await client.json("/asset-types.json?\(query)")

            let records = try #require(list["records"] as? [[String: Any]])
            #expect(
                records.compactMap { $0["label"] as? String }.joined(separator: ",") == expected)
            #expect(try await client.get("/asset-types?\(query)").status == .ok)
        }
    }

    @Test(
        "Invalid parameters are a 422", arguments: ["sort=size", "page=x", "predicate=labl+%3D+1"])
    func refusedViews(query: String) async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/asset-types?\(query)")
            let list = try await client.get("/asset-types.json?\(query)")

            #expect(page.status == .unprocessableContent)
            #expect(list.status == .unprocessableContent)
        }
    }

    @Test("A type is added, renamed and deleted; its items stay")
    func life() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post("/asset-types", [("label", " Tools ")])
            let path = try #require(created.headers[.location])
            #expect(created.status == .seeOther)
            let item = try await client.add("Saw", [("assetType", "4")])

            let renamed = try await client.post(path, [("label", "Hand tools"), ("version", "1")])
            let type = try await client.json(path + ".json")
            #expect(renamed.status == .seeOther)
            #expect(type["label"] as? String == "Hand tools")
            #expect(type["items"] as? Int == 1)
            #expect(try await client.get("/items").text.contains("Hand tools</span></td>"))

            let question = try await client.get(path + "/delete")
            #expect(question.text.contains("Its item stays"))
            let deleted = try await client.post(path + "/delete")
            #expect(deleted.headers[.location] == "/asset-types")
            #expect(try await client.get(path).status == .notFound)
            #expect(try await client.json(item + ".json")["assetType"] is NSNull)
        }
    }

    @Test(
        "A missing, long or duplicate name is refused",
        arguments: ["", "  ", "furniture", "FURNITURE", String(repeating: "x", count: 101)])
    func refusal(label: String) async throws {
        try await TestSite.inventory { client in
            let created = try await client.post("/asset-types", [("label", label)])
            let renamed = try await client.post("/asset-types/2", [("label", label)])
            let forProgram = try await client.post(
                "/asset-types", [("label", label)], headers: InventoryClient.json)

            for response in [created, renamed, forProgram] {
                #expect(response.status == .unprocessableContent)
            }
            #expect(try forProgram.faults.keys.contains("label"))
            #expect(try await client.json("/asset-types.json")["total"] as? Int == 3)
        }
    }

    @Test("A type may change the case of its own name")
    func ownName() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post("/asset-types/1", [("label", "FURNITURE")])

            #expect(response.status == .seeOther)
        }
    }

    @Test("A stale rename shows what is saved and keeps what was typed")
    func stale() async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/asset-types/1", [("label", "Home"), ("version", "1")])

            let stale = try await client.post(
                "/asset-types/1", [("label", "House"), ("version", "1")])

            #expect(stale.status == .conflict)
            #expect(stale.text.contains(">Home</span>"))
            #expect(stale.text.contains("value=\"House\""))
        }
    }

    @Test("Merging moves the items and deletes the type")
    func merge() async throws {
        try await TestSite.inventory { client in
            let item = try await client.add("Sofa", [("assetType", "1")])

            let merged = try await client.post("/asset-types/1/merge", [("into", "2")])

            #expect(merged.headers[.location] == "/asset-types/2")
            #expect(try await client.get("/asset-types/1").status == .notFound)
            let type = try await client.json(item + ".json")["assetType"] as? [String: Any]
            #expect(type?["id"] as? Int == 2)
        }
    }

    @Test("The page before a merge shows the number of items, and changes nothing")
    func mergeQuestion() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("assetType", "1")])
            try await client.add("Ring", [("assetType", "2")])

            let choice = try await client.get("/asset-types/1/merge")
            let question = try await client.get("/asset-types/1/merge?into=2")
            let wrong = try await client.get("/asset-types/1/merge?into=99")

            #expect(choice.text.contains("<option value=\"2\">Jewelry</option>"))
            #expect(!choice.text.contains("<option value=\"1\""))
            #expect(
                question.text.contains("1 item moves from “Furniture” to “Jewelry”, which has 2"))
            #expect(question.text.contains("name=\"into\" value=\"2\""))
            #expect(wrong.status == .unprocessableContent)
            #expect(try await client.json("/asset-types.json")["total"] as? Int == 3)
        }
    }

    @Test("Undoing a merge restores the type, with the items that still have the other one")
    func undoneMerge() async throws {
        try await TestSite.inventory { client in
            let sofa = try await client.add("Sofa", [("assetType", "1")])
            let chair = try await client.add("Chair", [("assetType", "1")])
            let ring = try await client.add("Ring", [("assetType", "2")])
            var navigation = HTTPFields()
            navigation[.secFetchMode] = "navigate"
            let merged = try await client.post(
                "/asset-types/1/merge", [("into", "2")], headers: navigation)
            let page = try await client.get(
                try #require(merged.headers[.location]), headers: merged.sentCookie
            ).text
            let path = try #require(page.firstMatch(of: #/action="([^"]+\/undo)"/#)).1
            _ = try await client.post(chair, [("assetType", "3")])

            let undone = try await client.post(String(path))

            func type(_ item: String) async throws -> String? {
                let type = try await client.json(item + ".json")["assetType"] as? [String: Any]
                return type?["label"] as? String
            }
            #expect(page.contains("2 items moved here"))
            #expect(undone.status == .seeOther)
            #expect(try await type(sofa) == "Furniture")
            #expect(try await type(chair) == "Electronics")
            #expect(try await type(ring) == "Jewelry")
            #expect(try await client.post(String(path)).status == .notFound)
        }
    }

    @Test("Undoing a merge brings back the template, the fields and what stocktakes count")
    func undoneMergeOfTemplate() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("assetType", "1")])
            try await client.post("/asset-types/1/template", [("template", "Sofa")])
            try await client.post(
                "/item-fields", [("name", "Wood"), ("kind", "text"), ("assetType", "1")])
            for name in ["Autumn", "Winter"] {
                try await client.post("/stocktakes", [("name", name), ("assetType", "1")])
            }
            try await client.post("/stocktakes/2/close")
            func counted() async throws -> [Int?] {
                var counted: [Int?] = []
                for number in 1...2 {
                    let document = try await client.json("/stocktakes/\(number).json")
                    counted.append((document["assetType"] as? [String: Any])?["id"] as? Int)
                }
                return counted
            }
            var navigation = HTTPFields()
            navigation[.secFetchMode] = "navigate"
            let merged = try await client.post(
                "/asset-types/1/merge", [("into", "2")], headers: navigation)
            #expect(try await counted() == [2, nil])
            let page = try await client.get(
                try #require(merged.headers[.location]), headers: merged.sentCookie
            ).text
            let path = try #require(page.firstMatch(of: #/action="([^"]+\/undo)"/#)).1
            let undone = try await client.post(String(path))

            #expect(undone.headers[.location] == "/asset-types/1")
            #expect(try await counted() == [1, 1])
            let type = try await client.json("/asset-types/1.json")
            #expect((type["template"] as? [String: Any])?["label"] as? String == "A-0001 Sofa")
            let field = try await client.json("/item-fields/1.json")
            #expect((field["assetType"] as? [String: Any])?["id"] as? Int == 1)
        }
    }

    @Test(
        "A merge with nothing, itself or a missing type is refused",
        arguments: ["", "1", "99", "x"])
    func refusedMerge(into: String) async throws {
        try await TestSite.inventory { client in
            let response = try await client.post("/asset-types/1/merge", [("into", into)])

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("href=\"#into\""))
            #expect(try await client.json("/asset-types.json")["total"] as? Int == 3)
        }
    }

    @Test("The picker marks the item’s own type, and a choice leads back to the item")
    func picker() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("assetType", "1")])

            let picker = try await client.get(path + "/asset-type")
            let chosen = try await client.post(path + "/asset-type", [("assetType", "3")])
            let type = try await client.json(path + ".json")["assetType"] as? [String: Any]
            let cleared = try await client.post(path + "/asset-type", [("assetType", "")])
            let wrong = try await client.post(path + "/asset-type", [("assetType", "99")])
            let none = try await client.post(path + "/asset-type")

            #expect(picker.text.contains("value=\"1\" aria-current=\"true\""))
            #expect(chosen.status == .seeOther)
            #expect(chosen.headers[.location] == path)
            #expect(type?["label"] as? String == "Electronics")
            #expect(cleared.status == .seeOther)
            #expect(try await client.json(path + ".json")["assetType"] is NSNull)
            #expect(wrong.status == .unprocessableContent)
            #expect(none.status == .unprocessableContent)
        }
    }

    @Test("A missing record is a 404", arguments: ["", ".json", "/edit", "/delete"])
    func missing(suffix: String) async throws {
        try await TestSite.inventory { client in
            for id in ["99", "0", "-1", "x", "99999999999999999999"] {
                let response = try await client.get("/asset-types/\(id)\(suffix)")

                #expect(response.status == .notFound)
            }
            #expect(
                try await client.post("/asset-types/99/merge", [("into", "1")]).status == .notFound)
        }
    }
}
