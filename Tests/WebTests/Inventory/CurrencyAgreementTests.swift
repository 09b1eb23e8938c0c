import Domain
import Foundation
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The value of items, everywhere it is shown")
struct CurrencyAgreementTests {
    /// An item as posted, and its value.
    private struct Thing {
        let name: String
        let type: String
        var value: Int?
        var replacement: Decimal?
        let quantity: Int

        /// The value of one piece; nil if unknown.
        var worth: Decimal? { replacement ?? value.map { Decimal($0) } }
        var total: Decimal? { worth.map { $0 * Decimal(quantity) } }

        var fields: [(name: String, value: String)] {
            [("quantity", "\(quantity)"), ("assetType", type)]
                + (value.map { [("valueInDollars", "\($0)")] } ?? [])
                + (replacement.map { [("replacementValue", "\($0)")] } ?? [])
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 16
        }
    }

    /// Items with a value, the price of a new one, both or neither.
    private static func things(in currency: Currency, seed: UInt64) -> [Thing] {
        var random = Generator(state: seed)
        return (0..<24).map { index in
            var thing = Thing(
                name: "Thing \(index)", type: "\(index % 2 + 1)",
                quantity: Int.random(in: 1...4, using: &random))
            if index % 4 < 2 { thing.value = Int.random(in: 1...90_000, using: &random) }
            if index % 4 % 2 == 0 {
                let cents = Int.random(in: 1...9_000_000, using: &random)
                thing.replacement =
                    currency.places == 0 ? Decimal(cents) : Decimal(cents) / 100
            }
            return thing
        }
    }

    private static func sum(_ things: [Thing]) -> Decimal {
        things.reduce(0) { $0 + ($1.total ?? 0) }
    }

    @Test(
        "Totals, pages, report, CSV and JSON agree to the cent",
        arguments: ["JPY", "EUR", "USD"], ["", "de_DE"])
    func agreement(code: String, region: String) async throws {
        let currency = try #require(Currency(code))
        let things = Self.things(in: currency, seed: UInt64(code.utf8.reduce(0) { $0 + Int($1) }))
        let sum = Self.sum(things)
        let texts = try #require(
            Region(region).map { region in
                Region.$current.withValue(region) {
                    (
                        all: currency.shortText(sum),
                        types: ["1", "2"].map { type in
                            currency.shortText(Self.sum(things.filter { $0.type == type }))
                        }
                    )
                }
            })
        try await TestSite.inventory { client in
            try await client.post("/settings", [("currency", code), ("region", region)])
            for thing in things { try await client.add(thing.name, thing.fields) }

            let list = try await client.json("/items.json?perPage=200")
            let totals = try #require(list["totals"] as? [String: Any])
            let records = try #require(list["records"] as? [[String: Any]])
            let report = try await client.json("/report.json")
            let csv = try await client.get("/items.csv").text

            #expect(totals["worth"] as? String == Money.plainText(sum))
            #expect(report["worth"] as? String == Money.plainText(sum))
            for thing in things {
                let record = try #require(
                    records.first { $0["itemName"] as? String == thing.name })
                #expect(
                    record["worth"] as? String == thing.worth.map(Money.plainText), "\(thing)")
            }
            #expect(try Self.sum(ofTable: csv) == sum)
            for address in ["/", "/items", "/report", "/asset-types"] {
                #expect(try await client.get(address).text.contains(texts.all), "\(address)")
            }
            let page = try await client.get("/asset-types").text
            for text in texts.types { #expect(page.contains(text), "\(text)") }
            #expect(!page.contains("$") || code == "USD")
        }
    }

    /// The total of the items in a CSV table.
    private static func sum(ofTable text: String) throws -> Decimal {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let names = try #require(lines.first)
        func column(_ name: String) throws -> Int { try #require(names.firstIndex(of: name)) }
        let (value, replacement, quantity) = (
            try column("valueInDollars"), try column("replacementValue"), try column("quantity")
        )
        return try lines.dropFirst().reduce(0) { sum, cells in
            let worth = cells[replacement].isEmpty ? cells[value] : cells[replacement]
            let each = worth.isEmpty ? 0 : try #require(Decimal(string: worth))
            return sum + each * (try #require(Decimal(string: cells[quantity])))
        }
    }
}
