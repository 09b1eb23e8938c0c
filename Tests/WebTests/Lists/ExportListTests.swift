import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Lists without a page, over HTTP")
struct ExportListTests {
    /// A list with three records: its address, an order, and a word and a predicate that match one of them.
    private struct List {
        let path: String
        let order: String
        let word: String
        let predicate: String
    }

    private static let lists = [
        List(
            path: "/payments", order: "number", word: "slip", predicate: "amountCents == 300"),
        List(
            path: "/sales/days", order: "counted", word: "rainy", predicate: "countedCents == 300"),
        List(
            path: "/sales/lines", order: "unitPrice", word: "lamp",
            predicate: "product.name == \"Lamp\""),
        List(
            path: "/quotes/lines", order: "unitPrice", word: "rug",
            predicate: "product.name == \"Rug\""),
        List(path: "/products/stock", order: "change", word: "broken", predicate: "change == 9"),
    ]

    private static func fill(_ client: InventoryClient) async throws {
        func post(_ path: String, _ fields: [(String, String)]) async throws {
            let answer = try await client.post(path, fields)
            #expect(answer.status == .seeOther, "\(path) \(answer.text)")
        }
        for (name, price, reference) in [
            ("Lamp", "3", "Slip 7"), ("Rug", "4", ""), ("Mug", "5", ""),
        ] {
            let line = [
                ("lines[0][productName]", name), ("lines[0][quantity]", "1"),
                ("lines[0][unitPrice]", price), ("date", "2026-11-20"),
            ]
            try await post(
                "/sales",
                line + [
                    ("payments[0][kind]", "1"), ("payments[0][amount]", price),
                    ("payments[0][reference]", reference),
                ])
            try await post("/quotes", line + [("buyerName", "Bea")])
        }
        for (quantity, note) in [("7", ""), ("8", "Not broken"), ("9", "")] {
            try await post(
                "/products/1/stock",
                [("kind", "delivered"), ("quantity", quantity), ("note", note)])
        }
        for (day, counted, note) in [("20", "12", ""), ("21", "3", "Rainy"), ("22", "4", "")] {
            try await post(
                "/sales/days/2026-11-\(day)/closing",
                [("opening", "0"), ("counted", counted), ("note", note)])
        }
    }

    @Test("They follow the rules of every list: words, order, pages, predicates, CSV")
    func rules() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for list in Self.lists {
                func records(_ query: String) async throws -> [NSDictionary] {
                    let records = try await client.json("\(list.path).json?\(query)")["records"]
                    return try #require(records as? [NSDictionary])
                }
                let whole = try await client.json(list.path + ".json")
                let keys = Set(whole.keys)
                #expect(keys == ["records", "page", "perPage", "total"], "\(list.path)")
                #expect(whole["total"] as? Int == 3, "\(list.path)")
                #expect(whole["perPage"] as? Int == 50, "\(list.path)")
                let order = try await records("sort=\(list.order)&perPage=200")
                #expect(order.count == 3, "\(list.path)")
                #expect(
                    try await records("sort=-\(list.order)") == order.reversed(), "\(list.path)")
                let second = try await records("sort=\(list.order)&page=2&perPage=2")
                #expect(second == [order[2]], "\(list.path)")
                #expect(try await records("page=7") == [], "\(list.path)")
                #expect(try await records("q=" + list.word).count == 1, "\(list.path)")
                let chosen = QueryText.encode([("predicate", list.predicate)])
                #expect(try await records(chosen).count == 1, "\(list.path)")

                let csv = try await client.get("\(list.path).csv?sort=-\(list.order)&perPage=1")
                #expect(csv.headers[.contentType]?.hasPrefix("text/csv") == true, "\(list.path)")
                #expect(csv.text.split(separator: "\r\n").count == 4, "\(list.path)")
                let some = try await client.get("\(list.path).csv?\(chosen)")
                #expect(some.text.split(separator: "\r\n").count == 2, "\(list.path)")
                for query in ["sort=x", "page=0", "perPage=no", "x=1", "predicate=id+%3D%3D"] {
                    for form in [".json", ".csv"] {
                        let refused = try await client.get("\(list.path)\(form)?\(query)")
                        #expect(
                            refused.status == .unprocessableContent, "\(list.path)\(form)?\(query)")
                    }
                }
            }
        }
    }

    @Test("Those with days are filtered by days")
    func period() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (list, first) in [
                ("/payments", 3), ("/sales/lines", 3), ("/quotes/lines", 3), ("/sales/days", 1),
            ] {
                func total(_ query: String) async throws -> Int? {
                    try await client.json("\(list).json?\(query)")["total"] as? Int
                }
                #expect(try await total("from=2026-11-20&to=2026-11-20") == first, "\(list)")
                #expect(try await total("from=2026-11-23") == 0, "\(list)")
                let refused = try await client.get("\(list).csv?from=2026-11-22&to=2026-11-21")
                #expect(refused.status == .unprocessableContent, "\(list)")
            }
        }
    }
}
