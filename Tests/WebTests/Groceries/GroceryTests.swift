import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct GroceryTests {
    @Test("The unit of a quantity above one is plural in the list")
    func plural() async throws {
        try await TestSite.inventory { client in
            try await client.post("/groceries", [("entry", "2 bottles olive oil")])
            let index = try await client.get("/groceries")
            let none = try await client.post("/groceries", [("entry", "0 eggs")])

            #expect(index.text.contains(">2 bottles<"))
            #expect(none.status == .unprocessableContent)
            #expect(none.text.contains("Enter a quantity above 0 for eggs"))
        }
    }

    @Test("A grocery is added, listed, changed and deleted")
    func life() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post(
                "/groceries", [("name", "milk"), ("quantity", "1.5"), ("unit", "l")])
            let path = try #require(created.headers[.location])

            let grocery = try await client.json(path + ".json")
            let page = try await client.get(path)
            let table = try await client.get("/groceries.csv")
            let changed = try await client.post(path, [("quantity", "½")])
            let after = try await client.json(path + ".json")
            let edit = try await client.get(path + "/edit")
            let question = try await client.get(path + "/delete")
            let deleted = try await client.post(path + "/delete")

            #expect(created.status == .seeOther)
            #expect(path == "/groceries/1")
            #expect(grocery["quantity"] as? String == "1.5")
            #expect(grocery["unit"] as? String == "l")
            #expect(grocery["isTicked"] as? Bool == false)
            #expect(grocery["summary"] as? String == "1.5 l milk")
            #expect(page.text.contains("1.5 l milk"))
            #expect(table.text.contains(",milk,1.5,l,no,1.0,1.5 l milk"))
            #expect(changed.headers[.location] == path)
            #expect(after["quantity"] as? String == "0.5")
            #expect(after["name"] as? String == "milk")
            #expect(edit.text.contains("value=\"0.5\""))
            #expect(question.text.contains("Delete grocery"))
            #expect(deleted.headers[.location] == "/groceries")
            #expect(try await client.get(path).status == .notFound)
        }
    }

    @Test("One field adds to the list, and the same name again increases the quantity")
    func entry() async throws {
        try await TestSite.inventory { client in
            let first = try await client.post("/groceries", [("entry", "2 l milk")])
            let again = try await client.post(
                "/groceries", [("entry", "½ l MILK")], headers: InventoryClient.json)
            try await client.post("/groceries", [("entry", "3x eggs")])
            let page = try await client.get("/groceries")

            #expect(first.status == .seeOther)
            #expect(first.headers[.location] == "/groceries")
            #expect(again.status == .ok)
            #expect(try again.json["summary"] as? String == "2.5 l milk")
            #expect(try await Self.summaries(client) == ["2.5 l milk", "3 × eggs"])
            #expect(page.text.contains("autofocus"))
            #expect(page.text.contains("<option value=\"eggs\">"))
        }
    }

    @Test(
        "An invalid form is a 422 that keeps what was typed",
        arguments: [
            ("entry", "", "entry"), ("entry", "2 l", "entry"), ("entry", "0 milk", "entry"),
            ("entry", "10001 milk", "quantity"), ("name", "", "name"),
            ("entry", String(repeating: "a", count: 201), "entry"),
            ("entry", String(repeating: "a", count: 1_001), "entry"),
        ])
    func refusal(field: String, value: String, fault: String) async throws {
        try await TestSite.inventory { client in
            let page = try await client.post("/groceries", [(field, value)])
            let forProgram = try await client.post(
                "/groceries", [(field, value)], headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("aria-invalid"))
            #expect(forProgram.status == .unprocessableContent)
            #expect(forProgram.text.contains("\"field\":\"\(fault)\""))
            #expect(try await Self.summaries(client) == [])
        }
    }

    @Test(
        "One message has the bounds of a quantity, and the length of an entry",
        arguments: [
            ([("name", "milk"), ("quantity", "-1")], "quantity", "from 0.001 to 10,000"),
            ([("name", "milk"), ("quantity", "1000000000")], "quantity", "from 0.001 to 10,000"),
            ([("entry", "10001 milk")], "quantity", "from 0.001 to 10,000"),
            (
                [("entry", String(repeating: "a", count: 201))], "entry",
                "201 characters; at most 200"
            ),
            (
                [("entry", String(repeating: "a", count: 1_001))], "entry",
                "1001 characters; at most 1000"
            ),
        ])
    func bounds(fields: [(String, String)], field: String, message: String) async throws {
        try await TestSite.inventory { client in
            let refused = try await client.post("/groceries", fields, headers: InventoryClient.json)
            #expect(try refused.faults.keys.sorted() == [field])
            #expect(try refused.faults[field]?.contains(message) == true, "\(refused.text)")
        }
    }

    @Test("Card numbers are stored nowhere")
    func cardNumber() async throws {
        try await TestSite.inventory { client in
            for field in ["entry", "name", "unit"] {
                let response = try await client.post(
                    "/groceries", [("name", "milk"), (field, "4111 1111 1111 1111")])

                #expect(response.status == .unprocessableContent, "\(field)")
                #expect(!response.text.contains("4111 1111"))
            }
            #expect(try await Self.summaries(client) == [])
        }
    }

    @Test(
        "A quantity that cannot be stored exactly is refused at its field",
        arguments: ["⅓", "1.2345", "x", "", "0", "-1"])
    func quantities(text: String) async throws {
        try await TestSite.inventory { client in
            try await client.post("/groceries", [("name", "milk")])

            let page = try await client.post("/groceries/1", [("quantity", text)])

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("id=\"quantity-fault\""))
            #expect(try await Self.summaries(client) == ["1 × milk"])
        }
    }

    @Test("Ticking off sets or toggles an item, which is then listed last")
    func ticking() async throws {
        try await TestSite.inventory { client in
            for name in ["a", "b"] { try await client.post("/groceries", [("name", name)]) }

            let ticked = try await client.post("/groceries/1/tick", [("ticked", "yes")])
            try await client.post("/groceries/1/tick", [("ticked", "yes")])
            #expect(ticked.status == .seeOther)
            #expect(ticked.headers[.location] == "/groceries")
            #expect(try await Self.summaries(client) == ["1 × b", "1 × a"])
            #expect(
                try await Self.summaries(client, "/groceries.json?ticked=yes") == ["1 × a"])
            let page = try await client.get("/groceries")
            #expect(page.text.contains("Put a back on the list"))
            #expect(page.text.contains("Clear 1 ticked off"))

            let back = try await client.post(
                "/groceries/1/tick", headers: InventoryClient.json)
            #expect(try back.json["isTicked"] as? Bool == false)
            let wrong = try await client.post("/groceries/1/tick", [("ticked", "maybe")])
            #expect(wrong.status == .unprocessableContent)
            #expect(try await client.post("/groceries/9/tick").status == .notFound)
        }
    }

    @Test("An addition with the same key again gets the same answer and changes nothing")
    func key() async throws {
        try await TestSite.inventory { client in
            let keys = ["tea": UUID().uuidString, "milk": UUID().uuidString]
            @Sendable func add(
                _ name: String, _ client: InventoryClient
            ) async throws
                -> HTTPResponse.Status
            {
                let fields = [("entry", name), ("key", keys[name] ?? "")]
                return try await client.post("/groceries", fields, headers: InventoryClient.json)
                    .status
            }
            try await client.post("/groceries", [("entry", "milk")])

            for (name, status) in [("tea", HTTPResponse.Status.created), ("milk", .ok)] {
                let statuses = try await withThrowingTaskGroup(
                    of: HTTPResponse.Status.self
                ) { group in
                    for _ in 0..<8 { group.addTask { try await add(name, client) } }
                    return try await group.reduce(into: Set<HTTPResponse.Status>()) {
                        $0.insert($1)
                    }
                }
                #expect(statuses == [status])
            }
            #expect(try await Self.summaries(client) == ["2 × milk", "1 × tea"])
            #expect(try await client.json("/groceries/2.json")["key"] as? String == keys["tea"])

            for number in [1, 2] { try await client.post("/groceries/\(number)/delete", []) }
            #expect(try await add("tea", client) == .conflict)
            #expect(try await add("milk", client) == .conflict)
            let wrong = try await client.post("/groceries", [("entry", "a"), ("key", "b")])
            #expect(wrong.status == .unprocessableContent)
            #expect(try await Self.summaries(client) == [])
            let empty = try await client.post("/groceries", [("entry", "a"), ("key", "")])
            #expect(empty.status == .seeOther)
        }
    }

    @Test("A key is known after a restart, also of what was added to another grocery")
    func keyAfterRestart() async throws {
        let site = try TestSite()
        let key = UUID().uuidString
        for (fields, summary) in [
            ([("entry", "milk")], "1 × milk"), ([("entry", "milk"), ("key", key)], "2 × milk"),
            ([("entry", "milk"), ("key", key)], "2 × milk"),
        ] {
            try await site.test { test in
                let client = InventoryClient(client: test)
                try await client.post("/groceries", fields)
                #expect(try await Self.summaries(client) == [summary])
            }
        }
    }

    @Test("A tick with an old version or another key is refused")
    func staleTick() async throws {
        try await TestSite.inventory { client in
            let fields = [("entry", "milk")]
            let milk = try await client.post("/groceries", fields, headers: InventoryClient.json)
            let version = try #require(try milk.json["version"] as? Int)
            let key = try #require(try milk.json["key"] as? String)
            try await client.post("/groceries", fields)
            @Sendable func tick(_ version: Int, _ key: String) async throws -> TestResponse {
                try await client.post(
                    "/groceries/1/tick",
                    [("ticked", "yes"), ("version", "\(version)"), ("key", key)],
                    headers: InventoryClient.json)
            }

            let stale = try await tick(version, key)
            let current = try #require(try stale.json["current"] as? [String: Any])
            let now = try #require(current["version"] as? Int)
            let another = try await tick(now, UUID().uuidString)
            let ticked = try await tick(now, key)

            #expect(stale.status == .conflict)
            #expect(current["summary"] as? String == "2 × milk")
            #expect(current["isTicked"] as? Bool == false)
            #expect(another.status == .conflict)
            #expect(try another.json["current"] == nil)
            #expect(try ticked.json["isTicked"] as? Bool == true)
        }
    }

    @Test("What was made in another session is refused")
    func otherSession() async throws {
        try await TestSite.inventory { client in
            let session = try await client.json("/session.json")["session"] as? String
            let own = try await client.post(
                "/groceries", [("entry", "milk"), ("session", session ?? "")])
            let added = try await client.post(
                "/groceries", [("entry", "tea"), ("session", UUID().uuidString)])
            let ticked = try await client.post(
                "/groceries/1/tick", [("ticked", "yes"), ("session", UUID().uuidString)])

            #expect(own.status == .seeOther)
            #expect(added.status == .forbidden)
            #expect(ticked.status == .forbidden)
            #expect(try await Self.summaries(client) == ["1 × milk"])
        }
    }

    @Test("Items are moved, and ticked-off items are cleared")
    func movingAndClearing() async throws {
        try await TestSite.inventory { client in
            for name in ["a", "b", "c"] { try await client.post("/groceries", [("name", name)]) }

            let moved = try await client.post("/groceries/3/position", [("toIndex", "0")])
            #expect(moved.status == .seeOther)
            #expect(moved.headers[.location] == "/groceries#grocery-3")
            #expect(try await Self.summaries(client) == ["1 × c", "1 × a", "1 × b"])
            try await client.post("/groceries/3/position", [("move", "down")])
            #expect(try await Self.summaries(client) == ["1 × a", "1 × c", "1 × b"])
            let refused = try await client.post("/groceries/3/position", [("toIndex", "-1")])
            #expect(refused.status == .unprocessableContent)

            try await client.post("/groceries/3/tick")
            let cleared = try await client.post("/groceries/clear", headers: InventoryClient.json)
            #expect(try cleared.json["cleared"] as? Int == 1)
            #expect(try await Self.summaries(client) == ["1 × a", "1 × b"])
        }
    }

    @Test("Undo and redo describe what they will do, and what they did")
    func undo() async throws {
        try await TestSite.inventory { client in
            for name in ["a", "b"] { try await client.post("/groceries", [("name", name)]) }
            for number in 1...2 { try await client.post("/groceries/\(number)/tick") }
            try await client.post("/groceries/clear")
            #expect(try await client.get("/groceries").text.contains("Undo: clear 2 items"))

            let undone = try await client.post("/groceries/undo")

            #expect(undone.status == .seeOther)
            #expect(undone.headers[.location] == "/groceries")
            #expect(try await Self.summaries(client) == ["1 × a", "1 × b"])
            let page = try await client.get("/groceries").text
            #expect(page.contains("Undo: tick b"))
            #expect(page.contains("Redo: clear 2 items"))
            let redone = try await client.post("/groceries/redo", headers: InventoryClient.json)
            #expect(try redone.json["outcome"] as? String == "done")
            #expect(try redone.json["title"] as? String == "clear 2 items")
            #expect(try await Self.summaries(client) == [])
            let nothing = try await client.post("/groceries/redo", headers: InventoryClient.json)
            #expect(try nothing.json["outcome"] as? String == "none")
        }
    }

    @Test("The list is searched, filtered, sorted and paged; invalid parameters are a 422")
    func list() async throws {
        try await TestSite.inventory { client in
            for text in ["2 l milk", "5 eggs", "1 kg Flour", "oat milk"] {
                try await client.post("/groceries", [("entry", text)])
            }

            #expect(
                try await Self.summaries(client, "/groceries.json?q=MILK")
                    == ["2 l milk", "1 × oat milk"])
            #expect(
                try await Self.summaries(client, "/groceries.json?predicate=quantity%20%3E%201")
                    == ["2 l milk", "5 × eggs"])
            #expect(
                try await Self.summaries(client, "/groceries.json?sort=name")
                    == ["5 × eggs", "1 kg Flour", "2 l milk", "1 × oat milk"])
            #expect(
                try await Self.summaries(client, "/groceries.json?perPage=3&page=2")
                    == ["1 × oat milk"])
            for query in ["ticked=maybe", "sort=nothing", "predicate=x+%3D", "page=0"] {
                let refused = try await client.get("/groceries?\(query)")
                #expect(refused.status == .unprocessableContent, "\(query)")
            }
            let ordered = try await client.get("/groceries").text
            let filtered = try await client.get("/groceries?q=milk").text
            #expect(ordered.contains("data-reorder"))
            #expect(!filtered.contains("data-reorder"))
        }
    }

    @Test("A stale edit is a conflict")
    func conflict() async throws {
        try await TestSite.inventory { client in
            try await client.post("/groceries", [("name", "milk")])
            try await client.post("/groceries/1", [("quantity", "2"), ("version", "1")])

            let late = try await client.post(
                "/groceries/1", [("quantity", "3"), ("version", "1")])

            #expect(late.status == .conflict)
            #expect(try await Self.summaries(client) == ["2 × milk"])
        }
    }

    private static func summaries(
        _ client: InventoryClient, _ uri: String = "/groceries.json"
    ) async throws -> [String] {
        let records = try await client.json(uri)["records"] as? [[String: Any]]
        return try #require(records).compactMap { $0["summary"] as? String }
    }
}
