import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Saved views of the list of items")
struct ItemViewTests {
    @Test("A saved view is shown above the list, and selects current items")
    func life() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("valueInDollars", "900")])
            try await client.add("Cup", [("valueInDollars", "5")])
            let list = try await client.get("/items?minValue=100&sort=itemName").text
            #expect(list.contains("name=\"query\" value=\"minValue=100&amp;sort=itemName\""))

            let kept = try await client.post(
                "/item-views", [("name", "Dear"), ("query", "?minValue=$100&sort=itemName&page=3")])
            #expect(kept.headers[.location] == "/items?minValue=100&sort=itemName")
            let view = try await client.json("/item-views/1.json")
            #expect(view["query"] as? String == "minValue=100&sort=itemName")

            let whole = try await client.get("/items").text
            #expect(whole.contains("href=\"/items?minValue=100&amp;sort=itemName\""))
            #expect(whole.contains(">Dear</span>"))
            let shown = try await client.get("/items?minValue=100&sort=itemName").text
            #expect(shown.contains("href=\"/items\" aria-current=\"true\""))
            #expect(!shown.contains("Save this view"))

            // A cached list shows the new name at once.
            try await client.post("/item-views/1", [("name", "Worth a lot")])
            #expect(try await client.get("/items").text.contains(">Worth a lot</span>"))
            try await client.post("/item-views/1/delete")
            #expect(!(try await client.get("/items").text.contains("Worth a lot")))
        }
    }

    @Test("A view is described by its search, the names of its filters, and its order")
    func words() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa")
            try await client.post("/locations", [("name", "Garage")])
            try await client.post(
                "/item-views",
                [("name", "Drills"), ("query", "q=drill&location=1&sort=-valueInDollars")])

            let page = try await client.get("/item-views/1").text
            #expect(page.contains("“drill”, Location: Garage, Order: Most valuable first"))

            // Its description follows the names of its records.
            try await client.post("/locations/1", [("name", "Shed")])
            #expect(try await client.get("/item-views").text.contains("Location: Shed"))
        }
    }

    @Test(
        "A view with a deleted record in its filters says so, and never shows another record",
        arguments: [
            ("/tags", [("name", "tools"), ("color", "red")], "tag", "tag"),
            ("/locations", [("name", "Attic")], "location", "location"),
            ("/asset-types", [("label", "Tool")], "assetType", "type"),
        ])
    func gone(
        list: String, fields: [(String, String)], filter: String, word: String
    ) async throws {
        try await TestSite.inventory { client in
            let made = try await client.post(list, fields.map { (name: $0.0, value: $0.1) })
            let path = try #require(made.headers[.location])
            let number = try #require(path.split(separator: "/").last.flatMap { Int($0) })
            let value = filter == "tag" ? ("tags", "tools") : (filter, "\(number)")
            try await client.add("Drill", [value])
            let view = "/items?\(filter)=\(number)&minValue=0"
            try await client.post("/item-views", [("name", "Mine"), ("query", view)])
            #expect(try await client.get(view).text.contains("was deleted") == false)

            let deleted = try await client.post(path + "/delete")
            #expect(deleted.status == .seeOther, "\(deleted.text)")
            let another = try await client.post(
                list, fields.map { (name: $0.0, value: $0.1 == "red" ? "red" : "Other") })
            #expect(another.headers[.location] != path)
            try await client.add(
                "Lamp", [filter == "tag" ? ("tags", "Other") : (filter, "\(number + 1)")])

            let page = try await client.get(view).text
            #expect(
                page.contains(
                    "The \(word) that this view asks for was deleted, so that nothing fits."))
            #expect(page.contains("href=\"/items?minValue=0\">Show the view without it</a>"))
            #expect(!page.contains("Drill") && !page.contains(">Lamp<"))
            #expect(try await client.get("/item-views").text.contains(": deleted"))
        }
    }

    @Test("Of many views, the first are above the list, with the current one")
    func many() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa")
            for number in 1...10 {
                try await client.post(
                    "/item-views", [("name", "View \(number)"), ("query", "q=a\(number)")])
            }
            /// The names outside the menu of further views.
            func shown(_ path: String) async throws -> [String] {
                let page = try await client.get(path).text
                let menu = try #require(page.range(of: "More views"))
                return page[..<menu.lowerBound].matches(of: #/dir="auto">(View \d+)</#)
                    .map { String($0.1) }
            }

            #expect(try await shown("/items") == (1...8).map { "View \($0)" })
            #expect(try await shown("/items?q=a10") == ((1...8) + [10]).map { "View \($0)" })
        }
    }

    @Test("Views can be reordered")
    func order() async throws {
        try await TestSite.inventory { client in
            // An empty list has no filters.
            try await client.add("Sofa")
            for name in ["A", "B", "C"] {
                try await client.post("/item-views", [("name", name), ("query", "q=\(name)")])
            }
            func names() async throws -> [String] {
                let list = try await client.json("/item-views.json")
                let records = try #require(list["records"] as? [[String: Any]])
                return records.compactMap { $0["name"] as? String }
            }
            #expect(try await names() == ["A", "B", "C"])
            try await client.post("/item-views/3/position", [("move", "first")])
            #expect(try await names() == ["C", "A", "B"])
            try await client.post("/item-views/3/position", [("move", "down")])
            #expect(try await names() == ["A", "C", "B"])
            try await client.post("/item-views/1/position", [("toIndex", "9")])
            #expect(try await names() == ["C", "B", "A"])
            let refused = try await client.post("/item-views/1/position", [("move", "left")])
            #expect(refused.status == .unprocessableContent)
            let chips = try await client.get("/items").text.matches(of: #/dir="auto">([ABC])</#)
            #expect(chips.map { String($0.1) } == ["C", "B", "A"])
        }
    }

    @Test(
        "An invalid query is not saved, and names are unique",
        arguments: [
            [("name", ""), ("query", "q=x")], [("name", "dear"), ("query", "q=x")],
            [("name", "New"), ("query", "color=red")], [("name", "New"), ("query", "")],
            [("name", "New"), ("query", "predicate=itemName+%3D")],
        ])
    func refusals(fields: [(String, String)]) async throws {
        try await TestSite.inventory { client in
            try await client.post("/item-views", [("name", "Dear"), ("query", "minValue=100")])
            let refused = try await client.post(
                "/item-views", fields.map { (name: $0.0, value: $0.1) },
                headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(try await client.json("/item-views.json")["total"] as? Int == 1)
        }
    }

    @Test("Filters combine: a warranty that ends soon, no receipt, no photo, value and location")
    func filters() async throws {
        try await TestSite.inventory { client in
            let today = CalendarDay.today()
            func day(_ days: Int) -> String { today.adding(days: days).description }
            try await client.post("/locations", [("name", "House")])
            for (name, until) in [
                ("Over", day(-1)), ("Today", day(0)), ("Soon", day(90)), ("Later", day(91)),
                ("Life", "for life"), ("None", ""),
            ] {
                try await client.add(
                    name,
                    [("warrantyUntil", until), ("valueInDollars", "50")]
                        + (name == "Today" ? [("location", "1")] : []))
            }
            #expect(try await client.names("/items.json?warranty=soon") == ["Today", "Soon"])
            #expect(
                try await client.names("/items.json?warranty=soon&location=1&minValue=50")
                    == ["Today"])
            #expect(
                try await client.names(
                    "/items.json?warranty=soon&hasReceipt=no&hasImage=no&maxValue=60"
                ).count == 2)
            #expect(try await client.names("/items.json?hasReceipt=yes").isEmpty)
            let refused = try await client.get("/items?hasReceipt=maybe")
            #expect(refused.status == .unprocessableContent)
        }
    }
}
