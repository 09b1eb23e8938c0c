import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Undo of deletions in the inventory")
struct DeletionUndoTests {
    private static let browser: HTTPFields = [.secFetchMode: "navigate"]

    /// Deletes a record, and undoes it by the notice on the next page.
    private static func deleteAndUndo(
        _ path: String, _ client: InventoryClient
    ) async throws -> TestResponse {
        let deleted = try await client.post(path + "/delete", headers: browser)
        #expect(deleted.status == .seeOther, "\(path): \(deleted.text)")
        #expect(try await client.get(path + ".json").status == .notFound)
        let cookie = try #require(deleted.headers[.setCookie]?.split(separator: ";").first)
        let list = try #require(deleted.headers[.location])
        let page = try await client.get(list, headers: [.cookie: String(cookie)]).text
        let undo = try #require(
            page.firstMatch(of: #/action="([^"]+/deletions/[0-9a-z]+/undo)"/#)?.1, "\(path)")
        return try await client.post(String(undo), headers: browser)
    }

    @Test(
        "Tags, locations, loans, tasks, fields, views, sheets and types are restored completely"
    )
    func records() async throws {
        try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Attic", "1"), ("Box", "2")] {
                try await client.post("/locations", [("name", name), ("parent", parent)])
            }
            try await client.post("/item-fields", [("name", "Watts"), ("kind", "number")])
            try await client.add(
                "Drill",
                [
                    ("location", "2"), ("tags", "tools"), ("fields[1]", "750"), ("assetType", "1"),
                ])
            try await client.add("Lamp", [("location", "3"), ("tags", "tools")])
            try await client.post(
                "/loans", [("item", "A-0001"), ("borrower", "Bob"), ("since", "2026-05-01")])
            try await client.post(
                "/tasks",
                [
                    ("item", "A-0001"), ("title", "Oil it"), ("due", "2026-01-05"),
                    ("interval", "1 year"),
                ])
            try await client.post("/tasks/1/done", [("date", "2026-02-01"), ("cost", "3.50")])
            try await client.post("/item-views", [("name", "Tools"), ("query", "tag=1")])
            func items() async throws -> [[String: String]] {
                let list = try await client.get("/items.csv").text
                let lines = list.split(separator: "\r\n").map {
                    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                }
                return lines.dropFirst().map {
                    Dictionary(zip(lines[0], $0)) { first, _ in first }
                }
            }
            let before = try await items()
            #expect(before.first?["location"] == "House › Attic")

            for path in [
                "/tags/1", "/locations/2", "/loans/1", "/tasks/1", "/item-fields/1",
                "/item-views/1",
                "/asset-types/1",
            ] {
                let undone = try await Self.deleteAndUndo(path, client)
                #expect(undone.status == .seeOther, "\(path): \(undone.text)")
                let back = try await client.get(path, headers: undone.sentCookie).text
                #expect(back.contains("Restored."), "\(path)")
                // References to it, as on a printed label, work again.
                #expect(try await client.get(path + ".json").status == .ok)
                #expect(try await items() == before, "\(path)")
            }
            let records = try await client.json("/item-views.json")["records"] as? [[String: Any]]
            #expect(records?.compactMap { $0["name"] as? String } == ["Tools"])
            let list = try #require(records?.first?["list"] as? String)
            #expect(list == "/items?tag=1")
            let found = list.replacing("/items?", with: "/items.json?")
            #expect(try await client.names(found) == ["Drill", "Lamp"])
        }
    }

    @Test("A form from before the deletion is out of date once the record is restored")
    func staleForm() async throws {
        try await TestSite.inventory { client in
            try await client.post("/tags", [("name", "tools"), ("color", "red")])
            let undone = try await Self.deleteAndUndo("/tags/1", client)
            #expect(undone.status == .seeOther)

            let stale = try await client.post(
                "/tags/1", [("name", "Tool"), ("color", "red"), ("version", "1")])
            #expect(stale.status == .conflict)
            let fresh = try await client.post(
                "/tags/1", [("name", "Tool"), ("color", "red"), ("version", "2")])
            #expect(fresh.status == .seeOther)
        }
    }

    @Test("Consecutive deletions are undone in reverse order")
    func nested() async throws {
        try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Attic", "1")] {
                try await client.post("/locations", [("name", name), ("parent", parent)])
            }
            try await client.add("Lamp", [("location", "2")])
            var undos: [String] = []
            for path in ["/locations/2", "/locations/1"] {
                undos.append(try await Self.undo(path + "/delete", [], client))
            }

            for undo in undos.reversed() {
                #expect(try await client.post(undo).status == .seeOther)
            }

            #expect(try await client.get("/items.csv").text.contains("House › Attic"))
        }
    }

    @Test(
        "A record whose name is in use stays deleted, and an undo runs once")
    func conflicts() async throws {
        try await TestSite.inventory { client in
            try await client.post("/tags", [("name", "tools"), ("color", "red")])
            let deleted = try await client.post("/tags/1/delete", headers: Self.browser)
            let cookie = try #require(deleted.headers[.setCookie]?.split(separator: ";").first)
            let page = try await client.get("/tags", headers: [.cookie: String(cookie)]).text
            let undo = String(
                try #require(page.firstMatch(of: #/action="([^"]+/undo)"/#)?.1))
            try await client.post("/tags", [("name", "Tools"), ("color", "blue")])

            #expect(try await client.post(undo).status == .unprocessableContent)
            try await client.post("/tags/2/delete")
            #expect(try await client.post(undo).status == .seeOther)
            #expect(try await client.post(undo).status == .notFound)
            #expect(try await client.post("/tags/deletions/nothing/undo").status == .notFound)
        }
    }

    /// Performs an action. Returns the address to undo it, from the notice on the next page.
    private static func undo(
        _ path: String, _ fields: [(name: String, value: String)] = [], _ client: InventoryClient
    ) async throws -> String {
        let answer = try await client.post(path, fields, headers: browser)
        let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
        let place = try #require(answer.headers[.location])
        let page = try await client.get(place, headers: [.cookie: String(cookie)]).text
        let form = page.firstMatch(of: #/action="([^"]+\/(?:undo|restore))"/#)
        return String(try #require(form?.1, "\(path)"))
    }

    @Test("An old notice can be undone after a restart")
    func restart() async throws {
        let site = try TestSite()
        let undos = try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.post("/tags", [("name", "tools"), ("color", "red")])
            try await client.post("/locations", [("name", "Attic")])
            try await InboxTests.upload(client, count: 1)
            var keys: [String] = []
            for name in ["Drill", "Saw"] {
                let path = try await client.add(name, [("location", "1")])
                keys.append(path.replacing("/items/", with: ""))
            }
            try await client.post("/loans", [("item", "Saw"), ("borrower", "Bob")])
            return try await [
                Self.undo("/loans/1/delete", [], client), Self.undo("/tags/1/delete", [], client),
                Self.undo("/items/\(keys[0])/delete", [], client),
                Self.undo(
                    "/items/selection", [("key", keys[1]), ("action", "delete")], client),
                Self.undo("/locations/1/delete", [], client),
                Self.undo("/inbox/1/delete", [], client),
            ]
        }
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(try await client.get("/locations/1").status == .notFound)
            for undo in undos.reversed() {
                let undone = try await client.post(undo, headers: Self.browser)
                #expect(undone.status == .seeOther, "\(undo): \(undone.text)")
            }
            #expect(try await client.names("/items.json?location=1") == ["Drill", "Saw"])
            #expect(try await client.json("/tags/1.json")["name"] as? String == "tools")
            #expect(try await client.json("/loans/1.json")["borrower"] as? String == "Bob")
            let drafts = try #require(
                try await client.json("/inbox.json")["records"] as? [[String: Any]])
            #expect(drafts.count == 1)
        }
    }

    @Test("An expired notice says where its record is, if it still exists")
    func tooLate() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.post("/tags", [("name", "tools"), ("color", "red")])
            let key = try await client.add("Saw").replacing("/items/", with: "")
            let undos = try await [
                Self.undo("/tags/1/delete", [], client),
                Self.undo("/items/selection", [("key", key), ("action", "delete")], client),
            ]
            clock.advance(hours: 25)

            let (tag, several) = try await (client.post(undos[0]), client.post(undos[1]))

            #expect(tag.status == .notFound)
            #expect(tag.text.contains("is only in a backup"), "\(tag.text)")
            #expect(several.status == .notFound)
            #expect(several.text.contains("are there for 30 days"), "\(several.text)")
            #expect(try await client.get("/trash").text.contains("Saw"))
        }
    }
}
