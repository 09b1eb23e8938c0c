import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Several items at once")
struct ItemSelectionTests {
    private static let navigation: HTTPFields = {
        var headers = HTTPFields()
        headers[.secFetchMode] = "navigate"
        return headers
    }()

    /// Three items, of which the first two are in the house.
    private static func site(
        _ body: @Sendable (InventoryClient, [String]) async throws -> Void
    ) async throws {
        try await TestSite.inventory { client in
            for name in ["House", "Attic"] {
                #expect(try await client.post("/locations", [("name", name)]).status == .seeOther)
            }
            var keys: [String] = []
            for (name, location) in [("A", "1"), ("B", "1"), ("C", "")] {
                let path = try await client.add(name, [("location", location)])
                keys.append(path.replacing("/items/", with: ""))
            }
            try await body(client, keys)
        }
    }

    private static func fields(
        _ keys: [String], _ more: (name: String, value: String)...
    ) -> [(name: String, value: String)] {
        keys.map { ("key", $0) } + more
    }

    private static func values(_ client: InventoryClient) async throws -> [String] {
        let records = try #require(
            try await client.json("/items.json")["records"] as? [[String: Any]])
        return records.map { item in
            let location = (item["location"] as? [String: Any])?["label"] as? String ?? "-"
            let type = (item["assetType"] as? [String: Any])?["label"] as? String ?? "-"
            return "\(item["itemName"] ?? "") \(location) \(type) \(item["valueInDollars"] ?? "")"
        }
    }

    @Test("A thousand keys are read, and one more is refused with the limit")
    func many() async throws {
        try await Self.site { client, keys in
            let same = Array(repeating: keys[0], count: 1_200)
            let moved = try await client.post(
                "/items/selection", Self.fields(same, ("action", "move"), ("location", "2")))
            #expect(moved.status == .seeOther)
            #expect(try await Self.values(client).first == "A Attic - 0")
            let more = Array(repeating: keys[0], count: ItemSelection.most + 1)
            let refused = try await client.post(
                "/items/selection", Self.fields(more, ("action", "move"), ("location", "1")))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("at most 5,000 at once"))
        }
    }

    @Test(
        "Moving, typing, valuing and deleting several items is undone in one step",
        arguments: [
            ("move", "location", "2", ["A Attic - 0", "B House - 0", "C Attic - 0"]),
            ("move", "location", "", ["A - - 0", "B House - 0", "C - - 0"]),
            ("type", "assetType", "1", ["A House Furniture 0", "B House - 0", "C - Furniture 0"]),
            ("value", "valueInDollars", "$70", ["A House - 70", "B House - 0", "C - - 70"]),
            ("delete", "view", "", ["B House - 0"]),
        ])
    func changes(action: String, field: String, value: String, expected: [String]) async throws {
        try await Self.site { client, keys in
            let before = try await Self.values(client)
            let answer = try await client.post(
                "/items/selection",
                Self.fields([keys[0], keys[2]], ("action", action), (field, value)),
                headers: Self.navigation)
            try #require(answer.status == .seeOther, "\(answer.status): \(answer.text)")
            let page = try await client.get("/items", headers: answer.sentCookie).text
            let undo = try #require(page.firstMatch(of: #/action="([^"]+\/undo)"/#))
            let changed = try await Self.values(client)
            let undone = try await client.post(String(undo.1))
            let again = try await client.post(String(undo.1))

            #expect(page.contains("2 items were "))
            #expect(changed == expected)
            #expect(undone.status == .seeOther)
            #expect(try await Self.values(client) == before)
            #expect(again.status == .notFound)
        }
    }

    @Test("A tag is added to several items and removed from them, and both can be undone")
    func tags() async throws {
        try await Self.site { client, keys in
            _ = try await client.post("/tags", [("name", "Fragile"), ("color", "red")])
            func change(_ action: String) async throws -> String {
                let answer = try await client.post(
                    "/items/selection", Self.fields(keys, ("action", action), ("tag", "1")),
                    headers: InventoryClient.json)
                return try #require(try answer.json["undo"] as? String)
            }
            let tagged = try await change("tag")
            #expect(try await client.names("/items.json?tag=1") == ["A", "B", "C"])
            let untagged = try await change("untag")
            #expect(try await client.names("/items.json?tag=none") == ["A", "B", "C"])
            _ = try await client.post(untagged)
            #expect(try await client.names("/items.json?tag=1").count == 3)
            _ = try await client.post(tagged)
            #expect(try await client.names("/items.json?tag=1").isEmpty)
        }
    }

    @Test("The undo of the step keeps items that were changed since")
    func changedSince() async throws {
        try await Self.site { client, keys in
            let answer = try await client.post(
                "/items/selection", Self.fields(keys, ("action", "value"), ("valueInDollars", "5")),
                headers: InventoryClient.json)
            let undo = try #require(try answer.json["undo"] as? String)
            _ = try await client.post("/items/\(keys[1])", [("valueInDollars", "8")])

            let undone = try await client.post(undo, headers: InventoryClient.json)

            #expect(try undone.json["items"] as? Int == 2)
            #expect(try await Self.values(client) == ["A House - 0", "B House - 8", "C - - 0"])
        }
    }

    @Test("The response redirects to the view of the list, and to no other page")
    func view() async throws {
        try await Self.site { client, keys in
            let page = try await client.get("/items/selection?location=1&sort=itemName").text
            func target(_ view: String) async throws -> String? {
                try await client.post(
                    "/items/selection",
                    Self.fields(keys, ("action", "type"), ("assetType", "1"), ("view", view))
                ).headers[.location]
            }

            #expect(page.contains("name=\"view\" value=\"location=1&amp;sort=itemName\""))
            #expect(page.contains("form=\"selection\" aria-label=\"Select A\""))
            #expect(
                try await target("location=1&sort=itemName") == "/items?location=1&sort=itemName")
            #expect(try await target("https://elsewhere") == "/items")
            #expect(try await target("page=2&perPage=1") == "/items?perPage=1")
        }
    }

    @Test("A refused change of several items keeps the ticks, the values and the view")
    func keptInput() async throws {
        try await Self.site { client, keys in
            func refused(
                _ keys: [String], _ fields: (name: String, value: String)...
            ) async throws -> String {
                let answer = try await client.post(
                    "/items/selection",
                    keys.map { ("key", $0) } + fields + [("view", "q=A&sort=itemName")])
                #expect(answer.status == .unprocessableContent)
                return answer.text
            }

            let cents = try await refused(
                [keys[0], keys[2]], ("action", "value"), ("valueInDollars", "1.5"),
                ("location", "2"))
            let none = try await refused([], ("action", "move"), ("location", "2"))
            let unknown = try await refused(
                [keys[0]], ("action", "move"), ("location", "9"), ("assetType", "1"))
            let untagged = try await refused(
                [keys[0], UUID().uuidString], ("action", "tag"), ("valueInDollars", "1.5"))
            let json = try await client.post(
                "/items/selection", [("action", "value")], headers: InventoryClient.json)

            #expect(cents.contains("value=\"\(keys[0])\" form=\"selection\" checked"))
            #expect(cents.contains("<input type=\"hidden\" name=\"key\" value=\"\(keys[2])\">"))
            #expect(cents.contains("Also ticked: 1 item that this page does not show."))
            #expect(cents.contains("name=\"valueInDollars\" value=\"1.5\""))
            #expect(cents.contains("<option value=\"2\" selected>Attic</option>"))
            #expect(cents.contains("<a href=\"#selection-value\""))
            #expect(cents.contains("name=\"view\" value=\"q=A&amp;sort=itemName\""))
            #expect(none.contains("Items: tick the items first"))
            #expect(none.contains("<option value=\"2\" selected>Attic</option>"))
            #expect(unknown.contains("there is no location with the number 9"))
            #expect(unknown.contains("<option value=\"1\" selected>Furniture</option>"))
            // Fields of other actions, and items that do not exist, are no faults.
            #expect(untagged.contains("Tag: choose one"))
            #expect(untagged.contains("name=\"valueInDollars\" value=\"1.5\""))
            #expect(!untagged.contains("is it $1 or $2"))
            #expect(!untagged.contains("Also ticked"))
            #expect(json.headers[.contentType] == "application/problem+json")
            #expect(try json.faults.keys.contains("key"))
        }
    }

    @Test(
        "An incomplete or unknown selection is refused, and nothing is changed",
        arguments: [
            ["action": "move"], ["action": "move", "location": "9"], ["action": "burn"], [:],
            ["action": "type", "assetType": "x"], ["action": "value", "valueInDollars": "1.50"],
        ])
    func refusals(form: [String: String]) async throws {
        try await Self.site { client, keys in
            let before = try await Self.values(client)
            let fields = form.map { (name: $0.key, value: $0.value) }
            let answer = try await client.post(
                "/items/selection", keys.map { ("key", $0) } + fields)
            let noItems = try await client.post("/items/selection", fields)
            let unknown = try await client.post(
                "/items/selection",
                [
                    ("key", keys[0]), ("key", UUID().uuidString), ("action", "value"),
                    ("valueInDollars", "9"),
                ])

            #expect(answer.status == .unprocessableContent)
            #expect(noItems.status == .unprocessableContent)
            #expect(unknown.status == .notFound)
            #expect(try await Self.values(client) == before)
        }
    }
}
