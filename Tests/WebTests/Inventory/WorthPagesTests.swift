import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Sums of the value of items")
struct WorthPagesTests {
    /// A sideboard and spoons in the house, with replacement values, and a lamp and a hat without.
    private static func site(
        _ body: @Sendable (InventoryClient) async throws -> Void
    ) async throws {
        try await TestSite.inventory { client in
            try await client.post("/locations", [("name", "House")])
            for (name, fields) in [
                (
                    "Sideboard",
                    [
                        ("assetType", "1"), ("valueInDollars", "1480"), ("location", "1"),
                        ("replacementValue", "1200"),
                    ]
                ),
                (
                    "Spoons",
                    [
                        ("valueInDollars", "5"), ("quantity", "4"), ("location", "1"),
                        ("replacementValue", "1.50"),
                    ]
                ),
                ("Lamp", [("assetType", "1"), ("valueInDollars", "340")]), ("Hat", []),
            ] as [(String, [(name: String, value: String)])] {
                try await client.add(name, fields)
            }
            try await body(client)
        }
    }

    /// The pages with sums, and their texts; `¤` is the currency symbol.
    private static let sums = [
        ("/items", "4 items, worth ¤1,546<"),
        ("/items", "<td class=\"cell-value number\">¤1,546</td>"),
        ("/items?assetType=1", "2 of 4 items, worth ¤1,540<"),
        ("/items?location=1", "2 of 4 items, worth ¤1,206<"),
        ("/items?q=lamp", "1 of 4 items, worth ¤340<"),
        ("/items?q=hat", "1 of 4 items, not valued<"),
        ("/items?minValue=340", "2 of 4 items, worth ¤1,540<"),
        ("/items?maxValue=1.5", "1 of 4 items, worth ¤6<"),
        ("/locations", "4 items, worth ¤1,546<"),
        ("/locations/1", "2 items, worth ¤1,206<"),
        ("/asset-types", "4 items, worth ¤1,546<"),
        ("/asset-types/1", "2 items, worth ¤1,540<"),
        ("/asset-types/1/delete", "2 items stay, worth ¤1,540."),
        ("/", ">¤1,546</b>"),
        ("/report", "4 items, worth ¤1,546, "),
        ("/report", ">2 items, worth ¤1,206<"),
        ("/report", ">2 items, worth ¤340<"),
        ("/report", "<td class=\"cell-value number\">4 × ¤1.50</td>"),
        ("/report", "<td class=\"cell-value number\">Not valued</td>"),
        ("/report", "Spoons</a>, ¤6: photo"),
        ("/report", "Hat</a>, not valued: photo"),
    ]

    @Test(
        "Every page has the same sum in the same currency; a missing value is not 0",
        arguments: [("USD", "$"), ("EUR", "€"), ("JPY", "¥")])
    func sums(code: String, sign: String) async throws {
        try await Self.site { client in
            try await client.post("/shop", [("currency", code)])
            for (path, text) in Self.sums {
                let page = try await client.get(path).text
                #expect(
                    page.contains(text.replacing("¤", with: sign)), "\(path) \(text)")
                for other in ["$", "€", "¥"] where other != sign {
                    #expect(!page.contains("\(other)"), "\(path) \(other)")
                }
                #expect(page.firstMatch(of: try Regex("[\(sign)]0(?![0-9.])")) == nil, "\(path)")
            }
        }
    }

    @Test(
        "Totals, report, CSV and JSON of a household agree, whatever its currency",
        arguments: ["USD", "EUR", "JPY"])
    func documents(code: String) async throws {
        try await Self.site { client in
            try await client.post("/shop", [("currency", code)])

            let list = try await client.json("/items.json")
            let report = try await client.json("/report.json")
            let location = try await client.json("/locations/1.json")
            let csv = try await client.get("/items.csv").text

            let totals = try #require(list["totals"] as? [String: Any])
            #expect(totals["valueInDollars"] as? Int == 1_840)
            #expect(totals["worth"] as? String == "1546.00")
            #expect(report["valueInDollars"] as? Int == 1_840)
            #expect(report["worth"] as? String == "1546.00")
            #expect(location["worth"] as? String == "1206.00")
            let records = try #require(list["records"] as? [[String: Any]])
            #expect(
                records.map { $0["worth"] as? String } == ["1200.00", "1.50", "340.00", nil])
            #expect(records.map { $0["valueInDollars"] as? Int } == [1_480, 5, 340, 0])
            #expect(records.last?["worth"] is NSNull)
            let rows = csv.split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            for (column, cells) in [
                ("valueInDollars", ["1480", "5", "340", "0"]),
                ("replacementValue", ["1200.00", "1.50", "", ""]),
            ] {
                let index = try #require(rows.first?.firstIndex { $0 == column })
                #expect(rows.dropFirst().map { String($0[index]) } == cells, "\(column)")
            }
            let groups = try #require(report["groups"] as? [[String: Any]])
            #expect(groups.map { $0["worth"] as? String } == ["1206.00", "340.00"])
        }
    }

    @Test("The order by value is the same in every currency, and its column header links to it")
    func order() async throws {
        try await Self.site { client in
            #expect(
                try await client.names("/items.json?sort=-worth") == [
                    "Sideboard", "Lamp", "Spoons", "Hat",
                ])
            #expect(try await client.get("/items").text.contains("href=\"/items?sort=-worth\""))
            #expect(
                try await client.names("/items.json?predicate=worth+%3E+300")
                    == ["Sideboard", "Lamp"])
            let gaps = try #require(
                try await client.get("/report").text.components(separatedBy: "id=\"gaps\"").last)
            let names = gaps.matches(of: #/>([A-Z][a-z]+)<\/a>, /#).map { String($0.1) }
            #expect(names == ["Sideboard", "Lamp", "Spoons", "Hat"])
            // So is the share of a type: 1,540 of 1,546.
            let types = try await client.get("/asset-types").text
            #expect(types.contains("aria-label=\"99.6 % of the value\""))
        }
    }

    @Test("A row has one amount, and the sums reflect saved changes")
    func rows() async throws {
        try await Self.site { client in
            try await client.post("/shop", [("currency", "EUR")])
            let list = try await client.get("/items").text
            let keys = try #require(
                try await client.json("/items.json")["records"] as? [[String: Any]]
            ).compactMap { $0["itemKey"] as? String }
            #expect(list.contains("<td class=\"cell-value number\">4 × €1.50</td>"))
            #expect(list.contains("<td class=\"cell-value number\">€340</td>"))
            #expect(list.contains("<td class=\"cell-value number\"></td>"))

            try await client.post("/items/\(keys[2])", [("replacementValue", "300.50")])
            #expect(try await client.get("/items").text.contains("4 items, worth €1,506.50<"))
            try await client.post("/items/\(keys[0])/delete")
            #expect(try await client.get("/items").text.contains("3 items, worth €306.50<"))
            let item = try await client.get("/items/\(keys[2])").text
            #expect(item.contains("<dt>Value</dt><dd>€300.50</dd>"))
            #expect(item.contains("<dt>What you say it is worth</dt><dd dir=\"auto\">€340</dd>"))
            #expect(item.contains("<dt>Price of a new one</dt><dd dir=\"auto\">€300.50</dd>"))
        }
    }

    @Test("The chip counts items with a value over 50, to the cent")
    func chip() async throws {
        try await TestSite.inventory { client in
            try await client.post("/shop", [("currency", "EUR")])
            for (name, price) in [("A", "50"), ("B", "50.01"), ("C", "")] {
                try await client.add(name, [("replacementValue", price), ("valueInDollars", "50")])
            }

            let page = try await client.get("/items").text

            #expect(page.contains("Above €50"))
            #expect(page.contains("href=\"/items?minValue=50.01\""))
            #expect(try await client.names("/items.json?minValue=50.01") == ["B"])
        }
    }
}
