import Domain
import Foundation
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The value of an item over time")
struct ItemValuesOverTimeTests {
    @Test("Each change of the value is a row and a step; an unchanged item has neither")
    func steps() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa", [("valueInDollars", "200")])
            let before = try await client.get(path).text
            for (field, value) in [
                ("valueInDollars", "180"), ("itemName", "Old sofa"), ("quantity", "2"),
                ("replacementValue", "950.50"),
            ] {
                try await client.post(path, [(field, value)])
            }

            let page = try await client.get(path).text
            let item = try await client.json(path + ".json")

            let values = try #require(item["values"] as? [[String: Any]])
            #expect(!before.contains("Value over time"))
            #expect(page.contains("From $200 on"))
            #expect(page.components(separatedBy: "value-chart__dot").count == 5)
            #expect(page.contains("<td class=\"number\">2</td><td class=\"number\">$180</td>"))
            #expect(page.contains("$950.50"))
            #expect(values.compactMap { $0["valueInDollars"] as? Int } == [200, 180, 180, 180])
            #expect(values.compactMap { $0["quantity"] as? Int } == [1, 1, 2, 2])
            #expect(values.last?["replacementValue"] as? String == "950.50")
        }
    }

    @Test("The line has a step for each change up to now, within the picture")
    func line() {
        func period(_ days: Double, _ dollars: Int32) -> ValuePeriod {
            ValuePeriod(
                since: Date(timeIntervalSinceReferenceDate: days * 86_400),
                value: ItemValue(valueInDollars: dollars, replacementValue: nil, quantity: 1))
        }
        let now = Date(timeIntervalSinceReferenceDate: 10 * 86_400)

        let chart = ValueChart([period(0, 100), period(5, 50)], now: now)
        let worthless = ValueChart([period(0, 0), period(10, 0)], now: now)

        #expect(chart.line == "6.0,6.0 160.0,6.0 160.0,48.0 314.0,48.0")
        #expect(chart.highest == "$100")
        #expect(worthless.line.isEmpty)
        #expect(!ValueChart([period(0, 1)], now: now).isShown)
    }
}
