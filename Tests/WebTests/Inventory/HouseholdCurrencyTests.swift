import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Costs in the currency of the household")
struct HouseholdCurrencyTests {
    private static let details: [(name: String, value: String)] = [
        ("valueInDollars", "100"), ("purchasePrice", "1,450.50"), ("replacementValue", "1800"),
    ]

    @Test("Prices, values and costs use it after the save, and keep their numbers")
    func euros() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Chair", Self.details)
            try await client.post(
                "/tasks", [("item", "A-0001"), ("title", "Oil"), ("due", "2024-01-31")])
            try await client.post("/tasks/1/done", [("done", "2024-02-29"), ("cost", "12.50")])
            let former = try await client.get(path)

            try await client.post("/shop", [("currency", "EUR")])
            let page = try await client.get(path)
            let late = try await client.get(
                path, headers: [.ifNoneMatch: try #require(former.headers[.eTag])])
            try await client.post(path, [("replacementValue", "1.900,00 €")])
            let changed = try await client.get(path).text
            let form = try await client.get(path + "/edit").text
            let task = try await client.get("/tasks/1").text
            let report = try await client.get("/report").text
            let item = try await client.json(path + ".json")

            #expect(former.text.contains("for $1,450.50") && former.text.contains(">$1,800.00<"))
            #expect(page.text.contains("for €1,450.50") && page.text.contains(">€1,800.00<"))
            #expect(former.text.contains("\">$100</dd>") && page.text.contains("\">€100</dd>"))
            #expect(!page.text.contains("$"))
            #expect(late.status == .ok)
            // The table of its values.
            #expect(changed.contains("<td class=\"number\">€1,800.00</td>"))
            #expect(changed.contains("<td class=\"number\">€1,900.00</td>"))
            for (sign, field) in [
                ("€", "purchasePrice"), ("€", "replacementValue"), ("€", "valueInDollars"),
            ] {
                #expect(form.contains(">\(sign)</span><input id=\"\(field)\""), "\(field)")
            }
            #expect(task.contains("€12.50") && task.contains(">€</span><input id=\"cost\""))
            #expect(!task.contains("$"))
            #expect(report.contains("For €1,450.50") && report.contains(">€1,900</td>"))
            #expect(item["valueInDollars"] as? Int == 100)
            #expect(item["purchasePrice"] as? String == "1450.50")
            #expect(item["replacementValue"] as? String == "1900.00")
        }
    }

    @Test("Its symbol may accompany an amount, and another symbol is refused")
    func foreign() async throws {
        try await TestSite.inventory { client in
            try await client.post("/shop", [("currency", "EUR")])
            try await client.add("Chair", [("purchasePrice", "5 €"), ("valueInDollars", "5 €")])
            try await client.post("/tasks", [("item", "A-0001"), ("title", "Oil")])
            for (path, field, others) in [
                ("/items", "purchasePrice", [("itemName", "Sofa")]),
                ("/items", "valueInDollars", [("itemName", "Sofa")]),
                ("/items", "replacementValue", [("itemName", "Sofa")]),
                ("/tasks/1/done", "cost", []),
            ] as [(String, String, [(name: String, value: String)])] {
                let refused = try await client.post(
                    path, others + [(field, "$5")], headers: InventoryClient.json)
                #expect(try refused.faultFields == [field], "\(path)")
                #expect(refused.text.contains("amounts here are in EUR"), "\(path)")
            }
            let page = try await client.post("/tasks/1/done", [("cost", "1.234")]).text
            #expect(page.contains("€1,234.00") && page.contains(">€</span><input id=\"cost\""))
        }
    }

    @Test("Without a smaller unit, amounts have no decimals, and existing ones stay")
    func yen() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Chair", [("purchasePrice", "1450.50")])
            let version = try #require(try await client.json(path + ".json")["version"] as? Int)
            try await client.post("/shop", [("currency", "JPY")])
            try await client.post("/tasks", [("item", "A-0001"), ("title", "Oil")])
            for (path, field, others) in [
                ("/items", "replacementValue", [("itemName", "Sofa")]),
                ("/products", "price", [("name", "Cup")]), ("/tasks/1/done", "cost", []),
            ] as [(String, String, [(name: String, value: String)])] {
                let cents = try await client.post(
                    path, others + [(field, "105.50")], headers: InventoryClient.json)
                let whole = try await client.post(
                    path, others + [(field, "105")], headers: InventoryClient.json)
                #expect(try cents.faultFields == [field], "\(path)")
                #expect(cents.text.contains("amounts of JPY have no decimal places"), "\(path)")
                #expect(whole.status == .created || whole.status == .ok, "\(path)")
            }

            let saved = try await client.post(
                path,
                [
                    ("version", "\(version)"), ("itemName", "Stool"), ("purchasePrice", "1450.50"),
                    (PostedForm.shownName("itemName"), "Chair"),
                    (PostedForm.shownName("purchasePrice"), "1450.50"),
                ])
            #expect(saved.status == .seeOther)
            #expect(try await client.get(path).text.contains("for ¥1,450.50"))
        }
    }

    @Test("Tables are read in it, values too; another symbol is asked about with its column")
    func imports() async throws {
        let table =
            "itemName,purchasePrice,replacementValue,care,formerValues\r\n"
            + "Chair,5 €,EUR 7,\"[{\"\"title\"\":\"\"Oil\"\",\"\"cost\"\":\"\"2 €\"\"}]\","
            + "\"[{\"\"until\"\":\"\"2024-05-01T10:00:00Z\"\",\"\"valueInDollars\"\":3,"
            + "\"\"replacementValue\"\":\"\"4 €\"\"}]\"\r\n"
        try await TestSite.importing { imports, _ in
            var imports = imports
            imports.address = "/import"
            let dollars = try await imports.upload(table)
            let unvalued = try await imports.upload("itemName,purchasePrice\r\nSofa,$5\r\n")
            try await imports.site.post("/shop", [("currency", "EUR")])
            let foreign = try await imports.upload(
                "itemName,purchasePrice,care\r\nSofa,$5,\r\n"
                    + "Lamp,5,\"[{\"\"title\"\":\"\"Oil\"\",\"\"cost\"\":\"\"$2\"\"}]\"\r\n")
            try await imports.importing(table)

            #expect(try dollars.verdicts == ["refused"])
            #expect(try unvalued.verdicts == ["new"])
            #expect(try foreign.verdicts == ["refused", "refused"])
            #expect(foreign.text.contains("amounts here are in EUR"))
            #expect(foreign.text.contains("if it is meant in EUR, remove the sign"))
            #expect(foreign.text.contains("purchasePrice"))
            let list = try await imports.site.json("/items.json")
            let item = try #require((list["records"] as? [[String: Any]])?.first)
            let care = item["care"] as? [[String: Any]]
            let formerValues = item["formerValues"] as? [[String: Any]]
            #expect(item["purchasePrice"] as? String == "5.00")
            #expect(item["replacementValue"] as? String == "7.00")
            #expect(item["valueInDollars"] as? Int == 5)
            #expect(care?.first?["cost"] as? String == "2.00")
            #expect(formerValues?.first?["replacementValue"] as? String == "4.00")
        }
    }
}
