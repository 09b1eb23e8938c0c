import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct ItemFormTests {
    @Test("A posted item is appended to the list, with every field")
    func create() async throws {
        try await TestSite.inventory { client in
            try await client.add("Lamp")
            let path = try await client.add(
                "  Red   sofa ",
                [("serialNumber", "SN-1"), ("valueInDollars", "$1,200"), ("assetType", "1")])

            let item = try await client.json(path + ".json")
            #expect(item["itemName"] as? String == "Red   sofa")
            #expect(item["serialNumber"] as? String == "SN-1")
            #expect(item["valueInDollars"] as? Int == 1_200)
            #expect((item["assetType"] as? [String: Any])?["label"] as? String == "Furniture")
            #expect(item["orderingValue"] as? Double == 2)
            #expect(item["version"] as? Int == 1)
            #expect(item["thumbnail"] is NSNull)
            #expect(path == "/items/\(item["itemKey"] as? String ?? "")")
            #expect(try await client.names() == ["Lamp", "Red   sofa"])
        }
    }

    @Test(
        "Notes keep their lines, are found and exported, and are cleared by an empty field"
    )
    func notes() async throws {
        try await TestSite.inventory { client in
            let notes = "Hall, left\n=from Aunt Ada"
            let path = try await client.add("Clock", [("notes", "Hall, left\r\n=from Aunt Ada \n")])

            #expect(try await client.json(path + ".json")["notes"] as? String == notes)
            #expect(try await client.get(path).text.contains("Hall, left\n=from Aunt Ada</dd>"))
            #expect(try await client.get(path + "/edit").text.contains("\nHall, left"))
            #expect(try await client.get("/items.csv").text.contains("\"\(notes)\""))
            #expect(try await client.names("/items.json?q=aunt") == ["Clock"])
            try await client.post(path, [("itemName", "Watch")])
            #expect(try await client.json(path + ".json")["notes"] as? String == notes)
            try await client.post(path, [("notes", "")])
            #expect(try await client.json(path + ".json")["notes"] is NSNull)
            #expect(try await client.names("/items.json?q=aunt") == [])
            for text in [String(repeating: "x", count: 10_001), "a\u{7}b", "4111111111111111"] {
                let refused = try await client.post(path, [("notes", text)])
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("href=\"#notes\""))
            }
        }
    }

    @Test("A program gets 201 with the record and its address")
    func createJSON() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa")], headers: InventoryClient.json)

            let item = try response.json
            #expect(response.status == .created)
            #expect(item["itemName"] as? String == "Sofa")
            #expect(
                response.headers[.location] == "/items/\(item["itemKey"] as? String ?? "")")
        }
    }

    @Test("A refused form names all faults, keeps what was typed, and saves nothing")
    func refusal() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items",
                [
                    ("itemName", " "), ("valueInDollars", "12,5x"), ("assetType", "99"),
                    ("serialNumber", "<b>\"SN\"</b>"),
                ])

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("Please fix three things"))
            #expect(response.text.contains("href=\"#itemName\""))
            #expect(response.text.contains("href=\"#valueInDollars\""))
            #expect(response.text.contains("href=\"#assetType\""))
            #expect(response.text.contains("value=\"12,5x\""))
            #expect(response.text.contains("value=\"&lt;b&gt;&quot;SN&quot;&lt;/b&gt;\""))
            #expect(try await client.names().isEmpty)
        }
    }

    @Test("A program gets the faults by field")
    func refusalJSON() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("valueInDollars", "12.50"), ("assetType", "x")],
                headers: InventoryClient.json)

            let faults = try response.faults
            #expect(response.status == .unprocessableContent)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(Set(faults.keys) == ["itemName", "valueInDollars", "assetType"])
            #expect(faults["valueInDollars"]?.contains("cents") == true)
        }
    }

    @Test(
        "Values that the model does not allow are refused",
        arguments: [
            ("itemName", String(repeating: "x", count: 201)),
            ("serialNumber", String(repeating: "x", count: 101)),
            ("valueInDollars", "-1"), ("valueInDollars", "2147483648"), ("valueInDollars", "1.234"),
        ])
    func limits(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa"), (field, value)], headers: InventoryClient.json)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faults.keys.contains(field))
        }
    }

    @Test("The longest values that the model allows are stored, in any script")
    func longest() async throws {
        try await TestSite.inventory { client in
            let name = String(repeating: "é", count: 200)
            let path = try await client.add(
                name,
                [
                    ("serialNumber", String(repeating: "ש", count: 100)),
                    ("valueInDollars", "2147483647"),
                ])

            let item = try await client.json(path + ".json")
            #expect(item["itemName"] as? String == name)
            #expect(item["valueInDollars"] as? Int == 2_147_483_647)
        }
    }

    @Test("An update keeps absent fields, and empty ones clear")
    func update() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add(
                "Sofa", [("serialNumber", "S"), ("valueInDollars", "5"), ("assetType", "1")])

            let kept = try await client.post(path, [("itemName", "Couch")])
            var item = try await client.json(path + ".json")
            #expect(kept.status == .seeOther)
            #expect(kept.headers[.location] == path)
            #expect(item["itemName"] as? String == "Couch")
            #expect(item["serialNumber"] as? String == "S")
            #expect(item["valueInDollars"] as? Int == 5)
            #expect(item["version"] as? Int == 2)

            _ = try await client.post(
                path, [("serialNumber", ""), ("valueInDollars", ""), ("assetType", "")])
            item = try await client.json(path + ".json")
            #expect(item["itemName"] as? String == "Couch")
            #expect(item["serialNumber"] is NSNull)
            #expect(item["valueInDollars"] as? Int == 0)
            #expect(item["assetType"] is NSNull)
        }
    }

    @Test(
        "A missing type is refused with the same message, however large its number",
        arguments: ["99", "9223372036854775807", "9223372036854775808", "99999999999999999999999"])
    func unknownType(number: String) async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let message = "there is no type with the number \(number)"

            let created = try await client.post(
                "/items", [("itemName", "Lamp"), ("assetType", number)],
                headers: InventoryClient.json)
            let picked = try await client.post(
                path + "/asset-type", [("assetType", number)], headers: InventoryClient.json)
            let list = try await client.names("/items.json?assetType=\(number)")

            #expect(try created.faults["assetType"] == message)
            #expect(try picked.faults["assetType"] == message)
            #expect(list.isEmpty)
        }
    }

    @Test("A name cannot be cleared")
    func clearedName() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")

            let response = try await client.post(path, [("itemName", "")])

            #expect(response.status == .unprocessableContent)
            #expect(try await client.names() == ["Sofa"])
        }
    }

    @Test("A stale edit shows both versions and keeps what was typed; without a version it wins")
    func stale() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            _ = try await client.post(path, [("itemName", "Couch"), ("version", "1")])

            let stale = try await client.post(path, [("itemName", "Divan"), ("version", "1")])
            let forProgram = try await client.post(
                path, [("itemName", "Divan"), ("version", "1")], headers: InventoryClient.json)
            #expect(stale.status == .conflict)
            #expect(stale.text.contains("Couch"))
            #expect(stale.text.contains("value=\"Divan\""))
            #expect(stale.text.contains("name=\"version\" value=\"2\""))
            #expect(forProgram.status == .conflict)
            let current = try forProgram.json["current"] as? [String: Any]
            #expect(current?["itemName"] as? String == "Couch")
            #expect(try await client.names() == ["Couch"])

            let blind = try await client.post(path, [("itemName", "Divan")])
            #expect(blind.status == .seeOther)
            #expect(try await client.names() == ["Divan"])
        }
    }

    @Test("A form opened before its item was moved can be saved")
    func movedMeanwhile() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("valueInDollars", "5")])
            try await client.add("Lamp")
            let opened = try await Self.hiddenFields(client.get(path + "/edit").text)
            _ = try await client.post(path + "/position", [("move", "last")])

            let refused = try await client.post(path, [("itemName", "")] + opened)
            let saved = try await client.post(path, [("itemName", "Couch")] + opened)
            let stale = try await client.post(path, [("itemName", "Divan")] + opened)
            let forProgram = try await client.post(
                path, [("itemName", "Divan"), ("version", "1")], headers: InventoryClient.json)

            #expect(try Self.hiddenFields(refused.text).map(\.value) == opened.map(\.value))
            #expect(saved.status == .seeOther)
            #expect(stale.status == .conflict)
            #expect(forProgram.status == .conflict)
            #expect(try await client.names() == ["Lamp", "Couch"])
        }
    }

    @Test("The form returned after a conflict can be saved")
    func afterConflict() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let opened = try await Self.hiddenFields(client.get(path + "/edit").text)
            _ = try await client.post(path, [("valueInDollars", "7")])

            let conflict = try await client.post(path, [("itemName", "Divan")] + opened)
            let again = try await client.post(
                path, [("itemName", "Divan")] + Self.hiddenFields(conflict.text))

            #expect(conflict.status == .conflict)
            #expect(again.status == .seeOther)
            #expect(try await client.names() == ["Divan"])
        }
    }

    @Test("A conflict compares three states, and saving keeps the other window’s changes")
    func threeStates() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("valueInDollars", "5")])
            let opened = try await Self.hiddenFields(client.get(path + "/edit").text)
            _ = try await client.post(path, [("valueInDollars", "7"), ("assetType", "1")])
            let form = [("itemName", "Divan"), ("valueInDollars", "5"), ("assetType", "")]

            let conflict = try await client.post(path, form + opened)
            let rows = conflict.text.split(separator: "\n").filter { $0.contains("<tr class=") }
            let again = try await client.post(
                path,
                [("itemName", "Divan"), ("valueInDollars", "7"), ("assetType", "1")]
                    + Self.hiddenFields(conflict.text))

            #expect(conflict.status == .conflict)
            #expect(rows[0].contains("changed by you"))
            #expect(rows[1].contains("changed elsewhere") && rows[1].contains("$5"))
            #expect(rows[3].contains("changed elsewhere") && rows[3].contains("Furniture"))
            #expect(conflict.text.contains(#"<option value="1" selected>"#))
            #expect(again.status == .seeOther)
            let item = try await client.json(path + ".json")
            #expect(item["itemName"] as? String == "Divan")
            #expect(item["valueInDollars"] as? Int == 7)
            #expect((item["assetType"] as? [String: Any])?["id"] as? Int == 1)
        }
    }

    /// The hidden fields of an item's form.
    private static func hiddenFields(_ page: String) throws -> [(name: String, value: String)] {
        let fields = page.matches(
            of: #/type="hidden" name="(version|shown\[\w+\])" value="([^"]*)"/#)
        try #require(fields.count == 19)
        return fields.map { (String($0.1), String($0.2)) }
    }

    @Test("The forms are filled with the saved values")
    func forms() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("assetType", "2")])

            let new = try await client.get("/items/new?assetType=3")
            let edit = try await client.get(path + "/edit")

            #expect(new.text.contains("<option value=\"3\" selected>Electronics</option>"))
            #expect(edit.text.contains("name=\"itemName\" value=\"Sofa\""))
            #expect(edit.text.contains("<option value=\"2\" selected>Jewelry</option>"))
            #expect(edit.text.contains("name=\"version\" value=\"1\""))
        }
    }

    @Test("“Save and add another” leads to the next form, with the same type")
    func addAnother() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items", [("itemName", "Sofa"), ("assetType", "1"), ("next", "new")])

            #expect(response.headers[.location] == "/items/new?assetType=1")
        }
    }

    @Test("Deleting asks first, and then removes the item from every list")
    func delete() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("assetType", "1")])
            try await client.add("Chair", [("assetType", "1")])

            let question = try await client.get(path + "/delete")
            #expect(question.status == .ok)
            #expect(question.text.contains("its 1 other item stay"))
            #expect(try await client.names().count == 2)

            let answer = try await client.post(path + "/delete")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/items")
            #expect(try await client.names() == ["Chair"])
            #expect(try await client.get(path).status == .notFound)
            #expect(try await client.post(path + "/delete").status == .notFound)
        }
    }

    @Test(
        "A missing item is a 404, for people and for programs",
        arguments: ["", ".json", "/edit", "/delete", "/image", "/thumbnail", "/asset-type"])
    func missing(suffix: String) async throws {
        try await TestSite.inventory { client in
            for key in ["9A3C0E1B-0000-4000-8000-000000000000", "sofa", "1"] {
                let response = try await client.get("/items/\(key)\(suffix)")

                #expect(response.status == .notFound)
            }
        }
    }

    @Test(
        "POST requests to missing items are 404s too",
        arguments: ["", "/delete", "/position", "/image/delete", "/asset-type"])
    func missingPosts(suffix: String) async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/items/9A3C0E1B-0000-4000-8000-000000000000\(suffix)",
                [("itemName", "x"), ("toIndex", "0"), ("assetType", "1")])

            #expect(response.status == .notFound)
        }
    }

    @Test("Keys are case-insensitive, and a wrong method gets the allowed ones")
    func addresses() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")

            #expect(try await client.get(path.lowercased()).status == .ok)
            let put = try await client.client.execute(uri: path, method: .put)
            #expect(put.status == .methodNotAllowed)
            #expect(put.headers[.allow] == "GET, HEAD, POST")
            let position = try await client.get(path + "/position")
            #expect(position.status == .methodNotAllowed)
            #expect(position.headers[.allow] == "POST")
        }
    }

    @Test("A name that the heading truncates is shown in full below")
    func longName() async throws {
        try await TestSite.inventory { client in
            let name = String(repeating: "x", count: 200)

            let long = try await client.get(client.add(name)).text
            let short = try await client.get(client.add("Sofa")).text

            #expect(long.contains("<dt>Name</dt><dd dir=\"auto\">\(name)</dd>"))
            #expect(!short.contains("<dt>Name</dt>"))
        }
    }

    @Test("An item without a value, or with 0, shows none rather than $0")
    func noValue() async throws {
        try await TestSite.inventory { client in
            let unknown = try await client.get(client.add("Sofa")).text
            let zero = try await client.get(client.add("Lamp", [("valueInDollars", "0")])).text

            #expect(unknown.contains("Not valued"))
            #expect(zero.contains("Not valued"))
        }
    }

    @Test("The page of an item shows every value, and escapes markup")
    func show() async throws {
        try await TestSite.inventory { client in
            try await client.add("First")
            let path = try await client.add(
                "<script>alert(1)</script> & 'Co'",
                [("serialNumber", "S<1>"), ("valueInDollars", "1234")])

            let page = try await client.get(path)

            #expect(page.status == .ok)
            #expect(!page.text.contains("<script>alert"))
            #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(page.text.contains("$1,234"))
            #expect(page.text.contains("S&lt;1&gt;"))
            #expect(page.text.contains("2 of 2"))
            #expect(page.text.contains("href=\"\(path).json\""))
        }
    }
}
