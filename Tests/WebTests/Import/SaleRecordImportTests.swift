import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Records of sales that are imported from tables, over HTTP.
struct SaleRecordImportTests {
    @Test("Payments are exported as CSV and JSON, and either restores them elsewhere")
    func payments() async throws {
        let (lines, table, twin) = try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            for (sale, fields) in [
                (1, [("payments[0][kind]", "2"), ("payments[0][amount]", "2.50")]),
                (1, [("payments[0][kind]", "1"), ("payments[0][amount]", "50")]),
                (2, [("payments[0][kind]", "1")]),
            ] {
                let paid = try await imports.site.post(
                    "/sales/\(sale)/payments",
                    fields + [
                        ("date", "2026-11-22"), ("payments[0][reference]", "=Slip \"7\""),
                    ], headers: InventoryClient.json)
                #expect(paid.status == .created, "\(paid.text)")
            }
            try await imports.site.post("/payments/3/void", [("reason", "Typed twice")])
            let documents = (
                try await imports.text("/payments.csv"), try await imports.text("/payments.json")
            )
            for document in [documents.0, documents.1] {
                let same = try await imports.upload(document)
                #expect(try same.verdicts == ["unchanged", "unchanged", "unchanged"])
            }
            return (try await imports.text("/sales/lines.csv"), documents.0, documents.1)
        }
        for document in [table, twin] {
            try await TestSite.importing { imports, _ in
                try await imports.importing(lines)
                let done = try await imports.importing(document)

                #expect(try await imports.text("/payments.csv") == table)
                #expect(try await imports.text("/sales/1").contains("Slip"))
                let undone = try await imports.site.post(
                    try #require(done["undo"] as? String), headers: InventoryClient.json)
                #expect(undone.status == .ok, "\(undone.text)")
                let records = try await imports.site.json("/payments.json")["records"]
                #expect((records as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test("The JSON of payments is limited to the requested days")
    func period() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            try await imports.importing(
                "sale,date,kind,amount\n2,2026-11-21,Card,1\n2,2026-11-22,Cash,0.50\n")

            let json = try await imports.site.json("/payments.json?from=2026-11-22")
            let records = try #require(json["records"] as? [[String: Any]])
            #expect(records.map { $0.text("amount") } == ["0.50"])
            #expect(records.first?["isCash"] as? Bool == true)
            #expect((records.first?["sale"] as? [String: Any])?["number"] as? Int == 2)
            #expect(json["total"] as? Int == 1)
            #expect(try await imports.site.get("/payments.json?from=soon").status != .ok)
        }
    }

    @Test("The stock history is restored elsewhere from CSV and from JSON")
    func stock() async throws {
        let prices = "name,price,sku\nMug,1.50,M-1\nJug,20,\n"
        let (lines, table, twin) = try await TestSite.importing { imports, _ in
            try await imports.importing(prices)
            try await imports.importing(ImportClient.lines)
            for (kind, quantity) in [("delivered", "9"), ("broken", "2"), ("counted", "6")] {
                try await imports.site.post(
                    "/products/1/stock",
                    [("kind", kind), ("quantity", quantity), ("note", "=Zoe, \"said\"")])
            }
            let sold = try await imports.site.post(
                "/customers/1/sales", SalesClient.fields([("Mug", 2, "1.50")]),
                headers: InventoryClient.json)
            #expect(sold.status == .created, "\(sold.text)")
            let documents = (
                try await imports.text("/products/stock.csv"),
                try await imports.text("/products/stock.json")
            )
            for document in [documents.0, documents.1] {
                let same = try await imports.upload(document)
                #expect(try same.verdicts == Array(repeating: "unchanged", count: 4))
            }
            return (try await imports.text("/sales/lines.csv"), documents.0, documents.1)
        }
        for document in [table, twin] {
            try await TestSite.importing { imports, _ in
                try await imports.importing(prices)
                try await imports.importing(lines)
                try await imports.importing(document)

                #expect(try await imports.text("/products/stock.csv") == table)
                #expect(try await imports.site.json("/products/1.json")["stock"] as? Int == 4)
            }
        }
    }

    @Test("The page of imports says what each kind does, and offers all of it")
    func page() async throws {
        try await TestSite.importing { imports, _ in
            let page = try await imports.text("/sales/import")
            #expect(page.contains("<dt>Payments</dt>"))
            #expect(page.contains("href=\"/payments.csv\""))
            #expect(page.contains("<dt>Stock entries</dt>"))
            #expect(page.contains("href=\"/products/stock.csv\""))
        }
    }
}
