import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Locations over HTTP")
struct LocationTests {
    /// House (1) with Kitchen (2), Garage (3); 4 spoons of $5 in the kitchen, a car of $9,000 in the garage.
    private static func site(_ body: @Sendable (InventoryClient) async throws -> Void) async throws
    {
        try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Kitchen", "1"), ("Garage", "")] {
                let made = try await client.post(
                    "/locations", [("name", name), ("parent", parent)])
                #expect(made.status == .seeOther)
            }
            try await client.add(
                "Spoons", [("location", "2"), ("quantity", "4"), ("valueInDollars", "5")])
            try await client.add("Car", [("location", "3"), ("valueInDollars", "9000")])
            try await client.add("Hat", [("valueInDollars", "10")])
            try await body(client)
        }
    }

    @Test("A location shows its contents at any depth, and their value")
    func contents() async throws {
        try await Self.site { client in
            let house = try await client.json("/locations/1.json")
            let kitchen = try await client.json("/locations/2.json")
            let page = try await client.get("/locations/1").text
            let inner = try await client.get("/locations/2").text

            #expect(house["items"] as? Int == 0 && house["itemsWithin"] as? Int == 1)
            #expect(house["valueInDollars"] as? Int == 20)
            #expect((kitchen["parent"] as? [String: Any])?["label"] as? String == "House")
            #expect(page.contains("1 item, worth $20, in 1 location in it"))
            #expect(page.contains("href=\"/locations/2\" dir=\"auto\">Kitchen</a>"))
            #expect(inner.contains("<li><a href=\"/locations/1\" dir=\"auto\">House</a></li>"))
            #expect(inner.contains(">Spoons</a>") && inner.contains("4 × $5"))
            #expect(inner.contains("href=\"/items/new?location=2\""))
        }
    }

    @Test("The list shows the nested locations, and items without one last")
    func list() async throws {
        try await Self.site { client in
            let list = try await client.json("/locations.json")
            let page = try await client.get("/locations").text
            let table = try await client.get("/locations.csv").text
            let filtered = try await client.json("/locations.json?parent=1")
            let found = try await client.json("/locations.json?q=kitch")
            let byName = try await client.json("/locations.json?sort=-name")

            func names(_ list: [String: Any]) -> [String] {
                (list["records"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            }
            #expect(names(list) == ["Garage", "House", "Kitchen"])
            #expect(names(filtered) == ["Kitchen"] && names(found) == ["Kitchen"])
            #expect(names(byName) == ["Kitchen", "House", "Garage"])
            #expect(page.contains("3 locations, 3 items, worth $9,030"))
            #expect(page.contains("No location") && page.contains("/items?location=none"))
            #expect(table.contains("\r\n2,Kitchen,House,House › Kitchen,,1,1,20\r\n"))
        }
    }

    @Test("A location moves with its contents")
    func move() async throws {
        try await Self.site { client in
            let moved = try await client.post("/locations/1", [("parent", "3"), ("version", "1")])

            #expect(moved.status == .seeOther)
            let garage = try await client.json("/locations/3.json")
            #expect(garage["itemsWithin"] as? Int == 2)
            #expect(try await client.names("/items.json?location=3") == ["Spoons", "Car"])
            let table = try await client.get("/items.csv").text
            #expect(table.contains(",Garage › House › Kitchen,"))
        }
    }

    @Test(
        "Cycles, duplicate names and unknown parents are refused",
        arguments: [
            ("/locations/1", "parent", "2", "parent"), ("/locations/1", "parent", "1", "parent"),
            ("/locations/1", "parent", "99", "parent"), ("/locations/3", "name", "house", "name"),
            ("/locations/1", "name", "", "name"),
        ])
    func refusals(path: String, field: String, value: String, fault: String) async throws {
        try await Self.site { client in
            let page = try await client.post(path, [(field, value)])
            let forProgram = try await client.post(
                path, [(field, value)], headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("href=\"#\(fault)\""))
            #expect(forProgram.status == .unprocessableContent)
            #expect(try forProgram.faults.keys.contains(fault))
            #expect(try await client.json("/locations/2.json")["parent"] is [String: Any])
        }
    }

    @Test("The same name may be used in two places")
    func sameNames() async throws {
        try await Self.site { client in
            let made = try await client.post("/locations", [("name", "Kitchen"), ("parent", "3")])
            let form = try await client.get("/items/new?location=4").text

            #expect(made.status == .seeOther)
            #expect(form.contains("<option value=\"2\">House › Kitchen</option>"))
            #expect(form.contains("<option value=\"4\" selected>Garage › Kitchen</option>"))
        }
    }

    @Test("The confirmation of a deletion says where the items are moved")
    func deletion() async throws {
        try await Self.site { client in
            let question = try await client.get("/locations/2/delete").text
            let outer = try await client.get("/locations/1/delete").text
            _ = try await client.post("/locations/2/delete")

            #expect(question.contains("1 item stays, in “House” then."))
            #expect(outer.contains("1 location stays, without a location then."))
            #expect(try await client.get("/locations/2").status == .notFound)
            #expect(try await client.names("/items.json?location=1") == ["Spoons"])
        }
    }

    @Test("Items are filtered, sorted, shown and found by location")
    func items() async throws {
        try await Self.site { client in
            let page = try await client.get("/items?location=1").text
            let item = try await client.get("/items?q=spoons").text
            let hits = try await client.json("/search.json?q=kitchen")

            #expect(page.contains("1 of 3 items, worth $20"))
            #expect(page.contains("<option value=\"1\" selected>House</option>"))
            #expect(page.contains("href=\"/items/new?location=1\""))
            #expect(page.contains("Location: House"))
            #expect(item.contains(">Kitchen</small>"))
            #expect(try await client.names("/items.json?location=none") == ["Hat"])
            #expect(try await client.names("/items.json?location=99") == [])
            #expect(
                try await client.names("/items.json?sort=-location") == ["Spoons", "Car", "Hat"])
            #expect(
                try await client.names(
                    "/items.json?predicate=location.parent.name+%3D%3D+%22House%22") == ["Spoons"])
            // The room, and what is in it.
            #expect(hits["total"] as? Int == 2)
            #expect(try await client.get("/items?location=x").status == .unprocessableContent)
            _ = try await client.post("/locations/2", [("name", "Pantry")])
            #expect(try await client.get("/items").text.contains(">Pantry</small>"))
        }
    }
}
