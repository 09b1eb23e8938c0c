import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Sales and prices from tables, over HTTP: further details, closed days, and the currency.
struct SaleImportTests {
    @Test("Time, note, cost, walk-in and account are imported elsewhere")
    func terms() async throws {
        let terms = [("time", "9:05"), ("note", "Two\nlines; one shop")]
        let (lines, sales) = try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            try await imports.site.post("/products/1", [("cost", "0.40")])
            let fields = SalesClient.fields([("Mug", 2, "1.50")]) + terms
            for (path, kind) in [("/customers/1/sales", "later"), ("/sales", "1")] {
                let sold = try await imports.site.post(
                    path, fields + [("payments[0][kind]", kind)], headers: InventoryClient.json)
                #expect(sold.status == .created, "\(sold.text)")
            }
            #expect(try await imports.site.json("/sales/3.json").text("owed") == "3.00")
            let tables = (
                try await imports.text("/sales/lines.csv"), try await imports.text("/sales.csv")
            )
            for table in [tables.0, tables.1] {
                #expect(try await imports.upload(table).verdicts.allSatisfy { $0 == "unchanged" })
            }
            return tables
        }
        try await TestSite.importing { imports, _ in
            try await imports.importing(lines)

            #expect(try await imports.text("/sales/lines.csv") == lines)
            #expect(try await imports.text("/sales.csv") == sales)
            let (owing, walkIn) = (
                try await imports.site.json("/sales/3.json"),
                try await imports.site.json("/sales/4.json")
            )
            #expect(owing.text("owed") == "3.00")
            #expect(owing.text("time") == "09:05")
            #expect(owing.text("note") == "Two\nlines; one shop")
            #expect(walkIn["isWalkIn"] as? Bool == true)
            #expect(try await imports.site.get("/sales/4").text.contains("Walk-in"))
            let totals = try await imports.site.json("/sales/totals.json")
            #expect((totals["totals"] as? [String: Any])?.text("cost") == "1.60")

            try await imports.importing("number,date,note,time\n3,,Paid at the door,10:00\n")
            #expect(try await imports.site.json("/sales/3.json").text("time") == "10:00")
            for (column, number, cell) in [
                ("time", 3, "25:00"), ("isOnAccount", 4, "yes"), ("isOnAccount", 3, "perhaps"),
            ] {
                let refused = try await imports.upload(
                    "number,date,\(column)\n\(number),,\(cell)\n")
                #expect(try refused.verdicts == ["refused"], "\(column) \(cell)")
            }
        }
    }

    @Test(
        "A sale without a customer is a walk-in sale, unless the file says otherwise"
    )
    func walkIn() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(
                "number,date,product,quantity,price,isWalkIn\n"
                    + "1,2026-11-20,Mug,1,1.50,\n2,2026-11-20,Mug,1,1.50,no\n")

            #expect(try await imports.site.json("/sales/1.json")["isWalkIn"] as? Bool == true)
            #expect(try await imports.site.json("/sales/2.json")["isWalkIn"] as? Bool == false)
        }
    }

    @Test("Imports into a closed day are refused, and its sales stay unchanged")
    func closedDay() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            let closed = try await imports.site.post(
                "/sales/days/2026-11-20/closing", [("counted", "0")], headers: InventoryClient.json)
            #expect(closed.status == .created, "\(closed.text)")

            let lines = try await imports.text("/sales/lines.csv")
            #expect(try await imports.upload(lines).verdicts.allSatisfy { $0 == "unchanged" })
            for file in [
                "number,date,customer,product,quantity,price\n9,2026-11-20,Ann,Mug,1,1\n",
                "number,date,voidReason\n2,2026-11-20,\n",
                "number,date,voidReason\n1,2026-11-22,\n",
                "number,position,product,quantity\n1,1,Mug,9\n",
            ] {
                let refused = try await imports.upload(file)
                #expect(try refused.verdicts == ["refused"], "\(file)")
                #expect(refused.text.contains("closed"), "\(file)")
            }
        }
    }

    @Test("An import cannot be undone once a day of its sales is closed")
    func closedSince() async throws {
        try await TestSite.importing { imports, _ in
            let done = try await imports.importing(ImportClient.lines)
            try await imports.site.post("/sales/days/2026-11-20/closing", [("counted", "0")])

            let undone = try await imports.site.post(
                try #require(done["undo"] as? String), headers: InventoryClient.json)

            #expect(undone.status == .conflict)
            #expect(undone.text.contains("2026-11-20 was closed"))
        }
    }

    @Test("Prices are imported in the shop’s currency, also those of books")
    func currency() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.site.post("/shop", [("currency", "EUR")])
            let foreign = try await imports.upload("name,price,cost\nMug,$5,1\n")
            try await imports.importing("name,price,cost\nMug,5 €,EUR 1.50\n")
            try await imports.importing(
                "number,date,product,quantity,price,discount\n1,2026-11-20,Mug,1,€4.00,€1\n")

            #expect(try foreign.verdicts == ["refused"])
            #expect(foreign.text.contains("amounts here are in EUR"))
            #expect(try await imports.site.json("/products/1.json").text("price") == "5.00")
            #expect(try await imports.site.json("/products/1.json").text("cost") == "1.50")
            #expect(try await imports.site.json("/sales/1.json").text("total") == "3.00")
            var everything = imports
            everything.address = "/import"
            for (price, verdict) in [("$5", "refused"), ("5 €", "new")] {
                let book = try await everything.upload(
                    "title,price,category\nTea,\(price),Drinks\n")
                #expect(try book.verdicts == [verdict], "\(price)")
            }
        }
    }

    @Test("Where a currency has no smaller unit, prices are imported without decimals")
    func wholeAmounts() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.site.post("/shop", [("currency", "JPY")])

            let cents = try await imports.upload("name,price\nMug,105.50\n")
            try await imports.importing("name,price\nMug,1.234\nJug,¥99.00\n")

            #expect(try cents.verdicts == ["refused"])
            #expect(cents.text.contains("amounts of JPY have no decimal places"))
            #expect(try await imports.site.json("/products/1.json").text("price") == "1234.00")
            #expect(try await imports.site.json("/products/2.json").text("price") == "99.00")
        }
    }

    @Test(
        "The currency given at the start is used for imports and amounts"
    )
    func givenCurrency() async throws {
        let site = try TestSite { $0.currency = Currency("JPY") }
        try await site.test { client in
            let imports = ImportClient(site: InventoryClient(client: client))
            try await imports.importing(
                "number,date,customer,product,quantity,price\n1,2026-11-20,Ann,Mug,1,¥105\n")
            let dollars = try await imports.upload("name,price\nJug,$5\n")
            let cents = try await imports.site.post(
                "/customers/1/sales", SalesClient.fields([("Mug", 1, "105.50")]),
                headers: InventoryClient.json)
            let sold = try await imports.site.post(
                "/customers/1/sales",
                SalesClient.fields([("Mug", 1, "105")]) + [("discount", "5 %")],
                headers: InventoryClient.json)

            #expect(try dollars.verdicts == ["refused"])
            #expect(try cents.faultFields == ["lines[0][unitPrice]"])
            #expect(try sold.json.text("discount") == "5.00")
        }
    }
}
