import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct SalesReportTests {
    @Test("Totals by month, product and customer are exact, and exclude void sales")
    func totals() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Sweet", 3, "0.10"), ("Lamp", 1, "10")], day: "2026-10-31")
            let void = try await client.sell([("Sweet", 9, "9")])
            try await client.post("/sales/\(void.id)/void", [("reason", "Wrong")])

            let months = try await client.sales("/sales/totals.json")
            let products = try await client.sales("/sales/totals.json?by=product&sort=name")
            let customers = try await client.json("/sales/totals.json?by=customer")

            #expect(months.map { $0.text("month") } == ["2026-11", "2026-10"])
            #expect(months.map { $0.text("total") } == ["12.50", "10.30"])
            #expect(
                products.map { ($0["product"] as? [String: Any])?["name"] as? String }
                    == ["Lamp", "Sweet"])
            #expect(products.map { $0.text("total") } == ["22.50", "0.30"])
            #expect(products.map { $0["quantity"] as? Int } == [2, 3])
            #expect((customers["totals"] as? [String: Any])?.text("total") == "22.80")
            #expect(customers["total"] as? Int == 1)
        }
    }

    @Test("Totals are limited to the requested days, and available as CSV and a chart")
    func period() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Lamp", 1, "10")], day: "2026-10-31")

            let october = try await client.json("/sales/totals.json?to=2026-10-31")
            let page = try await client.get("/sales/totals?by=product")
            let table = try await client.get("/sales/totals.csv?by=product")

            #expect((october["totals"] as? [String: Any])?.text("total") == "10.00")
            #expect(page.text.contains("<svg class=\"chart__picture\""))
            #expect(page.text.contains("$22.50"))
            #expect(!page.text.contains("style="))
            #expect(
                table.text
                    == "product,productName,saleCount,returnCount,quantity,total,net,tax,cost,margin,"
                    + "before,unknownCostQuantity,unknownCostNet\r\n"
                    + "1,Lamp,2,0,2,22.50,22.50,0.00,,,,2,22.50\r\n")
        }
    }

    @Test("A page of the customers’ totals equals its part of the CSV file")
    func ranking() async throws {
        try await TestSite.sales { client in
            for (name, price) in [("Bob", "30"), ("Cid", "12.50"), ("Dora", "99.99")] {
                try await client.post(
                    "/customers",
                    [
                        ("name", name), ("date", "2026-11-05"), ("productName", "Mug"),
                        ("unitPrice", price),
                    ])
            }
            try await client.sell([("Mug", 1, "7")], day: "2026-10-05")
            let month = "by=customer&from=2026-11-01&to=2026-11-30"

            let table = try await client.get("/sales/totals.csv?\(month)").text
            let pages = [
                try await client.json("/sales/totals.json?\(month)&perPage=2"),
                try await client.json("/sales/totals.json?\(month)&perPage=2&page=2"),
            ]
            let page = try await client.get("/sales/totals?\(month)&perPage=2&page=2").text

            let records = pages.flatMap { $0["records"] as? [[String: Any]] ?? [] }
            let shown = records.map { record in
                let name = (record["customer"] as? [String: Any])?["name"] as? String ?? ""
                return [name, record.text("total") ?? "", record.text("before") ?? ""]
            }
            let whole = table.split(separator: "\r\n").dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return [1, 5, 10].map { String(cells[$0]) }
            }
            #expect(shown == whole)
            #expect(shown.map(\.first) == ["Dora", "Bob", "Amina Diallo", "Cid"])
            #expect(shown.map(\.last) == ["0.00", "0.00", "7.00", "0.00"])
            #expect(pages.map { $0["total"] as? Int } == [4, 4])
            #expect(page.contains("Cid") && page.contains("$7.00"))
        }
    }

    @Test("A predicate selects the sales that are summed, in every grouping")
    func predicate() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell(
                [("Sweet", 3, "0.10"), ("Lamp", 1, "10")], day: "2026-10-31")
            try await client.post(
                "/sales/\(sale.id)/returns",
                [("lines[0][productName]", "Sweet"), ("lines[0][quantity]", "1")])
            let void = try await client.sell([("Sweet", 9, "9"), ("Lamp", 1, "1")])
            try await client.post("/sales/\(void.id)/void", [("reason", "Wrong")])
            let several = "predicate=lines.@count+%3E+1"

            let months = try await client.json("/sales/totals.json?\(several)")
            let products = try await client.get("/sales/totals.csv?by=product&sort=name&\(several)")
            let customers = try await client.get("/sales/totals.csv?by=customer&\(several)")
            let page = try await client.get("/sales/totals?from=2026-10-30&\(several)").text
            let returns = try await client.get(
                "/sales/totals.csv?by=product&predicate=returnOf+!%3D+nil")

            #expect((months["records"] as? [[String: Any]])?.map { $0.text("total") } == ["10.30"])
            #expect((months["totals"] as? [String: Any])?.text("total") == "10.30")
            #expect(
                products.text.hasSuffix(
                    "1,Lamp,1,0,1,10.00,10.00,0.00,,,,1,10.00\r\n"
                        + "2,Sweet,1,0,3,0.30,0.30,0.00,,,,3,0.30\r\n"))
            #expect(
                customers.text.hasSuffix(
                    "\r\n1,Amina Diallo,1,0,4,10.30,10.30,0.00,,,,4,10.30\r\n"))
            #expect(
                page.contains(
                    "/sales?from=2026-10-30&amp;to=2026-10-31&amp;predicate=lines.%40count"))
            #expect(page.contains("1 sale, $10.30"))
            #expect(returns.text.hasSuffix("2,Sweet,0,1,-1,-0.10,-0.10,0.00,,,,-1,-0.10\r\n"))
        }
    }

    @Test(
        "Invalid parameters of totals are refused",
        arguments: ["by=day", "from=x", "sort=colour", "predicate=nam+%3D%3D+1", "page=0"])
    func refused(query: String) async throws {
        try await TestSite.sales { client in
            for list in ["/sales/totals", "/sales/totals.json", "/sales/totals.csv"] {
                let response = try await client.get("\(list)?\(query)")
                #expect(response.status == .unprocessableContent, "\(list)")
            }
        }
    }

    @Test("The day sheet has the day’s sales, returns and void ones, and its total")
    func daySheet() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 2, "30")])
            try await client.post(
                "/sales/\(sale.id)/returns",
                [
                    ("date", "2026-11-21"), ("lines[0][productName]", "Chair"),
                    ("lines[0][quantity]", "1"),
                ])
            let void = try await client.sell([("Chair", 1, "1")])
            try await client.post("/sales/\(void.id)/void", [("reason", "Wrong")])

            let sheet = try await client.json("/sales/days/2026-11-21.json")
            let page = try await client.get("/sales/days/2026-11-21")
            let table = try await client.get("/sales/days/2026-11-21.csv")

            let totals = sheet["totals"] as? [String: Any]
            #expect(totals?.text("total") == "30.00")
            #expect(totals?["saleCount"] as? Int == 1)
            #expect(totals?["returnCount"] as? Int == 1)
            #expect(totals?["voidCount"] as? Int == 1)
            #expect((sheet["records"] as? [[String: Any]])?.count == 3)
            #expect(page.text.contains("November 21, 2026"))
            #expect(page.text.contains("/sales/days/2026-11-22"))
            #expect(table.text.split(separator: "\r\n").count == 4)
        }
    }

    @Test("A day is found by its date, and an invalid date is not found")
    func days() async throws {
        try await TestSite.sales { client in
            let found = try await client.get("/sales/day?date=2026-11-20")
            let today = try await client.get("/sales/day")

            #expect(found.status == .seeOther)
            #expect(found.headers[.location] == "/sales/days/2026-11-20")
            #expect(today.headers[.location]?.hasPrefix("/sales/days/20") == true)
            #expect(
                try await client.get("/sales/day?date=x").status == .unprocessableContent)
            for day in ["2026-02-30", "x", "2026-02-30.json", "2026-1-1.csv"] {
                #expect(try await client.get("/sales/days/\(day)").status == .notFound, "\(day)")
            }
            #expect(try await client.get("/sales/days/2020-01-01").status == .ok)
        }
    }

    @Test("A month with more returns than sales has a negative amount in the chart")
    func negativeMonth() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 1, "63.80")], day: "2026-10-01")
            try await client.post(
                "/sales/\(sale.id)/returns",
                [
                    ("date", "2026-12-01"), ("lines[0][productName]", "Chair"),
                    ("lines[0][quantity]", "1"),
                ])

            let page = try await client.get("/sales/totals").text

            #expect(page.contains(">−$64</text>"))
            #expect(!page.contains("$−"))
            #expect(!page.contains("height=\"-"))
        }
    }

    @Test("The months of a chart have their year if there are several")
    func years() async throws {
        try await TestSite.sales { client in
            let one = try await client.get("/sales/totals").text
            try await client.sell([("Lamp", 1, "10")], day: "2025-10-31")
            let several = try await client.get("/sales/totals").text

            #expect(one.contains(">Nov</text>"))
            #expect(!one.contains("’"))
            #expect(several.contains(">Dec</text>"))
            #expect(several.contains(">Jan ’26</text>"))
            #expect(several.contains(">Nov</text>"))

            try await client.sell([("Lamp", 1, "10")], day: "2027-01-31")
            let later = try await client.get("/sales/totals").text

            #expect(later.contains(">Feb ’26</text>"))
            #expect(later.contains(">Jan ’27</text>"))
        }
    }
}
