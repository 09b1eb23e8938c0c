import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Locations created within other forms")
struct NewLocationTests {
    private static func locations(_ client: InventoryClient) async throws -> [String] {
        let table = try await client.get("/locations.csv").text
        return table.split(separator: "\r\n").dropFirst().map {
            String($0.split(separator: ",", omittingEmptySubsequences: false)[3])
        }
    }

    @Test("The form of an item creates a location within another one, once")
    func item() async throws {
        try await TestSite.inventory { client in
            let form = try await client.get("/items/new").text
            #expect(form.contains("<option value=\"new\">New location…</option>"))
            #expect(form.contains("name=\"newLocation\""))

            let path = try await client.add(
                "Kettle", [("location", "new"), ("newLocation", " House >  Kitchen ")])
            try await client.add(
                "Toaster", [("location", "new"), ("newLocation", "house › KITCHEN")])

            #expect(try await Self.locations(client) == ["House", "House › Kitchen"])
            let kettle = try await client.json("\(path).json")
            let location = kettle["location"] as? [String: Any]
            #expect(location?["label"] as? String == "House › Kitchen")
            let page = try await client.get(path).text
            #expect(page.contains(">House</a>") && page.contains(">Kitchen</a>"))
        }
    }

    @Test("A refused form keeps the typed name, and creates nothing")
    func refused() async throws {
        try await TestSite.inventory { client in
            let wrong = try await client.post(
                "/items",
                [
                    ("itemName", "Kettle"), ("valueInDollars", "x"), ("location", "new"),
                    ("newLocation", "House > Attic"),
                ])
            let nameless = try await client.post(
                "/items", [("itemName", "Kettle"), ("location", "new"), ("newLocation", " > ")])
            let long = String(repeating: "x", count: 101)
            let tooLong = try await client.post(
                "/items", [("itemName", "Kettle"), ("location", "new"), ("newLocation", long)])

            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("value=\"House &gt; Attic\""))
            #expect(wrong.text.contains("<option value=\"new\" selected>"))
            #expect(nameless.status == .unprocessableContent)
            #expect(nameless.text.contains("id=\"newLocation-fault\">Enter a name."))
            #expect(tooLong.text.contains("is longer than 100 characters"))
            #expect(try await Self.locations(client) == [])
            #expect(try await client.names() == [])
        }
    }

    @Test("Edits, selections, the inbox and the form of a location create one too")
    func everywhere() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Kettle", [("location", "new"), ("newLocation", "A")])
            try await client.post(path, [("location", "new"), ("newLocation", "B")])
            #expect(try await Self.locations(client) == ["A", "B"])

            let key = String(path.dropFirst("/items/".count))
            let moved = try await client.post(
                "/items/selection",
                [("key", key), ("action", "move"), ("location", "new"), ("newLocation", "C")])
            #expect(moved.status == .seeOther)
            let location = try await client.json("\(path).json")["location"] as? [String: Any]
            #expect(location?["label"] as? String == "C")

            try await InboxTests.upload(client, count: 2)
            let list = try await client.get("/inbox?location=new&newLocation=D").text
            #expect(list.contains("<option value=\"new\" selected>"))
            #expect(list.contains("name=\"newLocation\" value=\"D\""))
            let named = try await client.post(
                "/inbox/1", [("itemName", "Lamp"), ("location", "new"), ("newLocation", "D")])
            let next = try #require(named.headers[.location])
            #expect(next.contains("location=4"), "\(next)")

            let made = try await client.post(
                "/locations", [("name", "Box"), ("parent", "new"), ("newParent", "D > Shelf")])
            #expect(made.status == .seeOther)
            #expect(
                try await Self.locations(client) == [
                    "A", "B", "C", "D", "D › Shelf", "D › Shelf › Box",
                ])
            let refused = try await client.post(
                "/locations", [("name", ""), ("parent", "new"), ("newParent", "E")])
            #expect(refused.text.contains("value=\"E\""))
        }
    }

    @Test("The page of an item without a location links to the choice of one")
    func choosing() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Kettle")
            let before = try await client.get(path).text
            #expect(before.contains("href=\"\(path)/edit#location\""))

            try await client.post(path, [("location", "new"), ("newLocation", "Attic")])

            let after = try await client.get(path).text
            #expect(!after.contains("/edit#location"))
            let place = try await client.get("/locations/1").text
            #expect(place.contains("Add a location inside this one"))
        }
    }
}
