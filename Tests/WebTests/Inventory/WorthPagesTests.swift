import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Sums of what things are worth")
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

    /// Where sums are shown, and what they are in dollars and in euros.
    private static let sums = [
        ("/items", "4 items, worth $1,840<", "4 items, worth €1,206.00 and $340<"),
        (
            "/items", "<td class=\"cell-value number\">$1,840</td>",
            "<td class=\"cell-value number\">€1,206.00 and $340</td>"
        ),
        (
            "/items?assetType=1", "2 of 4 items, worth $1,820<",
            "2 of 4 items, worth €1,200.00 and $340<"
        ),
        ("/items?location=1", "2 of 4 items, worth $1,500<", "2 of 4 items, worth €1,206.00<"),
        ("/items?q=lamp", "1 of 4 items, worth $340<", "1 of 4 items, worth $340<"),
        ("/items?q=hat", "1 of 4 items, worth $0<", "1 of 4 items, worth €0.00<"),
        ("/locations", "4 items, worth $1,840<", "4 items, worth €1,206.00 and $340<"),
        ("/locations/1", "2 items, worth $1,500<", "2 items, worth €1,206.00<"),
        ("/asset-types", "4 items, worth $1,840<", "4 items, worth €1,206.00 and $340<"),
        ("/asset-types/1", "2 items, worth $1,820<", "2 items, worth €1,200.00 and $340<"),
        (
            "/asset-types/1/delete", "2 items stay, worth $1,820.",
            "2 items stay, worth €1,200.00 and $340."
        ),
        ("/", ">$1,840</b>", ">€1,206.00 and $340</b>"),
        ("/report", "4 items, worth $1,840, ", "4 items, worth €1,206.00 and $340, "),
        ("/report", ">2 items, $1,500<", ">2 items, €1,206.00<"),
        ("/report", ">2 items, $340<", ">2 items, $340<"),
        ("/report", "Spoons</a>, $20: photo", "Spoons</a>, €6.00: photo"),
        ("/report", "Hat</a>, $0: photo", "Hat</a>, €0.00: photo"),
    ]

    @Test(
        "In dollars they are the values; otherwise what is known in the currency stands by itself")
    func sums() async throws {
        try await Self.site { client in
            for (path, dollars, _) in Self.sums {
                let text = try await client.get(path).text
                #expect(text.contains(dollars), "\(path) \(dollars)")
                #expect(!text.contains("€") && !text.contains("cell-value__more"), "\(path)")
            }
            let before = try await client.json("/items.json")

            try await client.post("/shop", [("currency", "EUR")])
            for (path, _, euros) in Self.sums {
                #expect(try await client.get(path).text.contains(euros), "\(path) \(euros)")
            }

            // Programs are told what they were told.
            for list in [before, try await client.json("/items.json")] {
                #expect((list["totals"] as? [String: Any])?["valueInDollars"] as? Int == 1_840)
            }
            let report = try await client.json("/report.json")
            #expect(report["valueInDollars"] as? Int == 1_840)
        }
    }

    @Test("A row has both amounts beside each other, and the sums follow what is saved")
    func rows() async throws {
        try await Self.site { client in
            try await client.post("/shop", [("currency", "EUR")])
            let list = try await client.get("/items").text
            let keys = try #require(
                try await client.json("/items.json")["records"] as? [[String: Any]]
            ).compactMap { $0["itemKey"] as? String }
            #expect(
                list.contains("4 × $5<small class=\"cell-value__more\">4 × €1.50</small></td>"))
            #expect(list.contains("<td class=\"cell-value number\">$340</td>"))

            try await client.post("/items/\(keys[2])", [("replacementValue", "300.50")])
            #expect(try await client.get("/items").text.contains("4 items, worth €1,506.50<"))
            try await client.post("/items/\(keys[0])/delete")
            #expect(try await client.get("/items").text.contains("3 items, worth €306.50<"))
            try await client.post("/shop", [("currency", "USD")])
            let dollars = try await client.get("/items").text
            #expect(dollars.contains("3 items, worth $360<"))
            #expect(!dollars.contains("cell-value__more"))
        }
    }

    @Test("The most valuable is first by the numbers, whatever they are in")
    func order() async throws {
        try await Self.site { client in
            try await client.post("/shop", [("currency", "EUR")])
            let gaps = try #require(
                try await client.get("/report").text.components(separatedBy: "id=\"gaps\"").last)
            let names = gaps.matches(of: #/>([A-Z][a-z]+)<\/a>, /#).map { String($0.1) }
            #expect(names == ["Sideboard", "Lamp", "Spoons", "Hat"])
            // So is the share of a type: 1,540 of 1,546.
            let types = try await client.get("/asset-types").text
            #expect(types.contains("aria-label=\"99.6 % of the value\""))
        }
    }
}
