import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct SaleListTests {
    @Test("The list begins with the latest number, and has exact totals over all pages")
    func order() async throws {
        try await TestSite.sales { client in
            for _ in 0..<3 { try await client.sell([("Sweet", 3, "0.10")]) }

            let list = try await client.json("/sales.json?perPage=2")

            #expect(
                (list["records"] as? [[String: Any]])?.compactMap { $0["number"] as? Int } == [
                    4, 3,
                ])
            #expect(list["total"] as? Int == 4)
            let totals = list["totals"] as? [String: Any]
            #expect(totals?["total"] as? String == "13.40")
            #expect(totals?["quantity"] as? Int == 10)
        }
    }

    private static let filters: [(query: String, numbers: [Int])] = [
        ("q=chair", [2]), ("q=3", [3]), ("q=%232", [2]),
        ("q=%2399", []), ("q=99999999999999999999", []), ("q=example", []), ("q=amina+zz", []),
        ("q=%232+chair", [2]), ("q=%232+rug", []), ("q=AMÍNA", [3, 2, 1]),
        ("q=amina+lamp", [3, 1]), ("from=2026-11-21", [3, 2]),
        ("to=2026-11-20", [1]), ("from=2026-11-21&to=2026-11-21", [2]), ("product=1", [3, 1]),
        ("customer=1", [3, 2, 1]), ("customer=none", []), ("state=void", [3]),
        ("state=sold", [2, 1]), ("state=returned", []),
        ("predicate=lines.%40count+%3E+1", [3]), ("sort=date", [1, 2, 3]), ("page=9", []),
        ("sort=total", [1, 2, 3]), ("sort=-total", [2, 1, 3]),
        ("sort=-total&page=2&perPage=1", [1]), ("sort=-total&q=lamp", [1, 3]),
    ]

    @Test("The list is filtered")
    func filtered() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 1, "30")])
            let sale = try await client.sell(
                [("Lamp", 1, "1"), ("Rug", 1, "2")], day: "2026-11-22")
            try await client.post("/sales/\(sale.id)/void", [("reason", "Wrong")])

            for (query, numbers) in Self.filters {
                #expect(try await client.numbers("/sales.json?\(query)") == numbers, "\(query)")
                #expect(try await client.get("/sales?\(query)").status == .ok, "\(query)")
            }
        }
    }

    @Test("The CSV file has the order by totals too")
    func totalOrder() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 1, "30")])
            try await client.post(
                "/sales/\(sale.id)/returns",
                [("lines[0][product]", "2"), ("lines[0][quantity]", "1")])

            let rows = try await client.get("/sales.csv?sort=total").text.split(separator: "\r\n")
            let page = try await client.get("/sales?sort=total").text

            #expect(rows.dropFirst().map { $0.prefix(2) } == ["3,", "1,", "2,"])
            #expect(page.contains("aria-sort=\"ascending\"><a class=\"sort sort--on\""))
            #expect(page.contains(">Smallest first</summary>"))
        }
    }

    @Test("A refused list of a customer's sales is below the customer, like a readable one")
    func refusedBelowCustomer() async throws {
        try await TestSite.sales { client in
            let tabs = "aria-label=\"Lists in this section\""
            for query in ["", "?state=nope"] {
                let page = try await client.get("/customers/1/sales" + query)
                #expect(page.status == (query.isEmpty ? .ok : .unprocessableContent))
                #expect(page.text.contains("<a href=\"/customers/1\""))
                #expect(!page.text.contains(tabs))
            }
        }
    }

    @Test(
        "A period that ends before it begins is refused at its field",
        arguments: ["/sales", "/customers/1/sales", "/sales/totals"])
    func reversedPeriod(path: String) async throws {
        try await TestSite.sales { client in
            let query = "?from=2026-11-21&to=2026-11-20"
            let page = try await client.get(path + query)
            let json = try await client.get(path + ".json" + query)
            let table = try await client.get(path + ".csv" + query)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("2026-11-20 is before the first day, 2026-11-21"))
            #expect(page.text.contains("value=\"2026-11-20\""))
            #expect(json.status == .unprocessableContent)
            #expect(try json.faultFields == ["to"])
            #expect(table.status == .unprocessableContent)
        }
    }

    @Test("A filter's totals are those of its sales")
    func totals() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 1, "30.01"), ("Lamp", 2, "0.05")])

            for (query, total) in [
                ("q=chair", "30.11"), ("product=1", "42.61"), ("from=2026-11-21", "30.11"),
                ("q=nothing", "0.00"), ("predicate=number+%3D%3D+2", "30.11"),
            ] {
                let totals =
                    try await client.json("/sales.json?\(query)")["totals"] as? [String: Any]
                #expect(totals?["total"] as? String == total, "\(query)")
            }
        }
    }

    private static let refusedQueries: [String] = [
        "sort=total2", "page=0", "from=11/12/2026", "customer=x", "state=gone", "product=0",
        "predicate=numbr+%3D+1", "colour=red",
    ]

    @Test("An invalid view is refused")
    func refused() async throws {
        try await TestSite.sales { client in
            for query in Self.refusedQueries {
                for list in ["/sales", "/sales.json", "/sales.csv"] {
                    let response = try await client.get("\(list)?\(query)")
                    #expect(response.status == .unprocessableContent, "\(list)?\(query)")
                }
            }
        }
    }

    @Test("The CSV file has every sale that the filters select, with formulas defused")
    func csv() async throws {
        try await TestSite.sales { client in
            try await client.sell([("=1+2", 1, "1")])
            try await client.sell([("Chair", 2, "30")])

            let lines = try await client.get("/sales.csv?perPage=1").text
                .split(separator: "\r\n").map(String.init)

            #expect(
                lines.first
                    == "id,number,date,customer,customerName,products,quantity,total,returnOf,"
                    + "voidedAt,voidReason,time,note,isWalkIn,isOnAccount,numberText")
            #expect(lines.count == 4)
            #expect(
                lines[1].contains(",3,2026-11-21,\(client.customer),Amina Diallo,2 × Chair,2,60.00")
            )
            #expect(lines[2].contains(",'=1+2,"))
        }
    }

    @Test("A customer's sales are a list of their own")
    func ofCustomer() async throws {
        try await TestSite.sales { client in
            let path = "/customers/\(client.customer)/sales"

            let page = try await client.get(path)

            #expect(page.text.contains("Sales to Amina Diallo"))
            #expect(try await client.numbers(path + ".json") == [1])
            #expect(try await client.get(path + ".csv").text.contains("Amina Diallo"))
            #expect(try await client.get(path + "?customer=2").status == .unprocessableContent)
        }
    }
}
