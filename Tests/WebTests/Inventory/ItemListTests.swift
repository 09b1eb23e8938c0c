import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

struct ItemListTests {
    @Test("An empty inventory shows an invitation, and its JSON list is empty")
    func empty() async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/items")
            let list = try await client.json("/items.json")

            #expect(page.text.contains("Add your first item"))
            #expect((list["records"] as? [Any])?.isEmpty == true)
            #expect(list["total"] as? Int == 0)
            #expect((list["totals"] as? [String: Any])?["valueInDollars"] as? Int == 0)
        }
    }

    @Test(
        "A serial number is found with or without separators",
        arguments: [
            ("LT1094747", 1), ("lt-1094747", 1), ("LT-1094747", 1), ("LT+1094747", 1),
            ("1094", 1), ("LT1094748", 0), ("LT10+94747", 1),
        ])
    func serialNumbers(words: String, count: Int) async throws {
        try await TestSite.inventory { client in
            try await client.add("Laptop", [("serialNumber", "LT-1094747")])
            try await client.add("Lamp")

            let list = try await client.names("/items.json?q=\(words)")
            let found = try await client.json("/search.json?q=\(words)")

            #expect(list == (count == 1 ? ["Laptop"] : []))
            #expect(found["total"] as? Int == count)
        }
    }

    private static let views: [(query: String, names: String?)] = [
        ("q=sofa", "Red sofa"), ("q=SOFA+red", "Red sofa"), ("q=cafe", "Café table"),
        ("q=furniture+table", "Café table"), ("q=nothing", ""),
        ("assetType=1", "Red sofa,Café table"), ("assetType=none", "Lamp"),
        ("assetType=77", ""),
        ("minValue=50", "Red sofa,Café table,Ring"), ("maxValue=50", "Café table"),
        ("minValue=50.01&maxValue=100.5", "Red sofa"),
        ("minValue=%241%2C000&maxValue=2000", "Ring"), ("hasImage=yes", ""),
        ("hasImage=no&q=r", "Red sofa,Café table,Ring"),
        ("sort=itemName", "Café table,Lamp,Red sofa,Ring"),
        ("sort=-valueInDollars", "Ring,Red sofa,Café table,Lamp"),
        ("sort=assetType", "Lamp,Red sofa,Café table,Ring"),
        ("sort=-orderingValue", "Lamp,Ring,Café table,Red sofa"),
        ("predicate=valueInDollars+%3E+50", "Red sofa,Ring"),
        (
            "predicate=valueInDollars+%3E+50+AND+assetType.label+%3D%3D+%22Furniture%22",
            "Red sofa"
        ),
        ("predicate=itemName+CONTAINS%5Bcd%5D+%22CAFE%22", "Café table"),
        ("predicate=assetType+%3D%3D+nil", "Lamp"),
        (
            "predicate=ANY+assetType.items.valueInDollars+%3C+100&sort=-valueInDollars",
            "Red sofa,Café table"
        ),
        (
            "predicate=ANY+assetType.items.assetType.items.itemName+%3D%3D+%22Ring%22",
            "Ring"
        ),
        ("predicate=valueInDollars+%3E+50&q=ring&sort=itemName", "Ring"),
        ("perPage=2", "Red sofa,Café table"), ("perPage=2&page=2", "Ring,Lamp"),
        ("perPage=2&page=3", ""), ("page=1000000", ""), ("q=&sort=&page=", nil),
    ]

    @Test("Filters, search, sort and predicates select and order")
    func selections() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (query, expected) in Self.views {
                let names = try await client.names("/items.json?\(query)")
                let page = try await client.get("/items?\(query)")
                let table = try await client.get("/items.csv?\(query)")

                #expect(
                    names.joined(separator: ",") == expected ?? "Red sofa,Café table,Ring,Lamp",
                    "\(query)")
                #expect(page.status == .ok, "\(query)")
                for name in names {
                    #expect(page.text.contains(">\(name)</a>"), "\(query)")
                }
                #expect(table.status == .ok, "\(query)")
            }
        }
    }

    @Test(
        "Lists can be sorted by every value that they show or export",
        arguments: [
            ("quantity", "2", "10"), ("manufacturer", "acme", "Bolt"),
            ("modelNumber", "X9", "X10"), ("seller", "Ähre", "Zoo"), ("insurance", "a", "B"),
            ("notes", "1", "2"), ("purchasePrice", "9.50", "10"),
            ("replacementValue", "9.50", "10"), ("purchaseDate", "2024-05-01", "2025-01-01"),
        ])
    func sorting(key: String, less: String, more: String) async throws {
        try await TestSite.inventory { client in
            try await client.add("More", [(key, more)])
            try await client.add("Less", [(key, less)])

            #expect(try await client.names("/items.json?sort=\(key)") == ["Less", "More"])
            #expect(try await client.names("/items.json?sort=-\(key)") == ["More", "Less"])
            #expect(try await client.get("/items?sort=\(key)").status == .ok)
            #expect(try await client.get("/items.csv?sort=\(key)").status == .ok)
        }
    }

    private static let refusedQueries: [(query: String, parameter: String)] = [
        ("sort=colour", "sort"), ("page=0", "page"), ("page=x", "page"),
        ("perPage=201", "perPage"), ("perPage=-1", "perPage"), ("hasImage=maybe", "hasImage"),
        ("assetType=x", "assetType"), ("minValue=ten", "minValue"), ("colour=red", "colour"),
        ("predicate=valueInDolars+%3E+50", "predicate"), ("predicate=%28", "predicate"),
        ("predicate=itemName+%3D%3D+3+AND", "predicate"),
        ("predicate=valueInDollars+CONTAINS+%22x%22", "predicate"),
    ]

    @Test("An invalid parameter is a 422 that names it, and shows no list")
    func refusals() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (query, parameter) in Self.refusedQueries {
                let page = try await client.get("/items?\(query)")
                let list = try await client.get("/items.json?\(query)")
                let table = try await client.get("/items.csv?\(query)")

                #expect(page.status == .unprocessableContent, "\(query)")
                #expect(!page.text.contains("Red sofa"), "\(query)")
                #expect(page.text.contains("Show all items"), "\(query)")
                #expect(list.status == .unprocessableContent, "\(query)")
                #expect(list.headers[.contentType] == "application/problem+json", "\(query)")
                #expect(try list.faults.keys.contains(parameter), "\(query)")
                #expect(table.status == .unprocessableContent, "\(query)")
            }
        }
    }

    @Test("A highest value below the lowest one is refused at its field, as a period is")
    func reversedLimits() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("valueInDollars", "3")])

            let page = try await client.get("/items?minValue=5&maxValue=1")
            let list = try await client.get("/items.json?minValue=5&maxValue=1")
            let equal = try await client.names("/items.json?minValue=3&maxValue=3")
            let cheap = try await client.get("/items?maxValue=5").text

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Value up to: 1 is below the lowest value, 5"))
            #expect(page.text.contains("name=\"maxValue\" value=\"1\""))
            #expect(try list.faults.keys.contains("maxValue"))
            #expect(equal == ["Sofa"])
            #expect(!cheap.contains("Above $50"))
        }
    }

    @Test("An unknown order is linked to the menu of orders")
    func unknownOrder() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa")

            let page = try await client.get("/items?sort=foo").text

            #expect(
                page.contains(
                    "<a href=\"#sort\" dir=\"auto\">Order: “foo” is not an order of this list"))
            #expect(page.contains("<summary id=\"sort\""))
        }
    }

    @Test("A refused filter form keeps the choices beside the fault")
    func refusedChoices() async throws {
        try await TestSite.inventory { client in
            try await client.post("/locations", [("name", "Garage")])
            try await client.add("Saw", [("tags", "tools")])

            let page = try await client.get("/items?location=1&tag=1&minValue=ten")

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("<option value=\"1\" selected>Garage</option>"))
            #expect(page.text.contains("<option value=\"1\" selected>tools</option>"))
        }
    }

    @Test(
        "A predicate that fails during evaluation is a 422 that keeps what was typed",
        arguments: ["itemName MATCHES \"(x+x+)+y\"", "$FETCH_SOURCE == 1"])
    func lateFaults(predicate: String) async throws {
        try await TestSite.inventory { client in
            _ = try await client.add(String(repeating: "x", count: 200), [("assetType", "1")])
            let query = try #require(
                predicate.addingPercentEncoding(withAllowedCharacters: .alphanumerics))

            let page = try await client.get("/items?predicate=\(query)")
            let list = try await client.get("/items.json?predicate=\(query)")

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Show all items"))
            #expect(list.status == .unprocessableContent)
            #expect(try list.faults.keys.contains("predicate"))
        }
    }

    @Test("A search with too many words is refused")
    func longSearch() async throws {
        try await TestSite.inventory { client in
            let words = Array(repeating: "a", count: ListQuery.mostSearchWords)

            let most = try await client.get("/items?q=" + words.joined(separator: "+"))
            let more = try await client.get("/items.json?q=b+" + words.joined(separator: "+"))

            #expect(most.status == .ok)
            #expect(more.status == .unprocessableContent)
            #expect(try more.faults.keys.contains("q"))
        }
    }

    @Test("A fault in a predicate is marked at its position")
    func predicateFault() async throws {
        try await TestSite.inventory { client in
            let page = try await client.get(
                "/items?predicate=valueInDollars+%3E+50+AND+asetType.label+%3D%3D+%22X%22")

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("valueInDollars &gt; 50 AND <mark>asetType"))
        }
    }

    @Test("Totals cover the whole filter, not the page")
    func totals() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)

            let list = try await client.json("/items.json?perPage=1&minValue=50")
            let page = try await client.get("/items?perPage=1&minValue=50")

            #expect(list["total"] as? Int == 3)
            #expect((list["totals"] as? [String: Any])?["valueInDollars"] as? Int == 2_150)
            #expect(list["perPage"] as? Int == 1)
            #expect(page.text.contains("3 of 4 items, worth $2,150"))
            #expect(page.text.contains("Total of 3 items"))
        }
    }

    @Test("Chips show the count that they would select with the current filters")
    func chips() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)

            let page = try await client.get("/items?minValue=51")
            let typed = try await client.get("/items?assetType=1")

            #expect(page.text.contains(Self.chip("Furniture", 1)))
            #expect(page.text.contains(Self.chip("Jewelry", 1)))
            #expect(!page.text.contains("Electronics</span>"))
            #expect(typed.text.contains(Self.chip("Above $50", 1)))
            #expect(typed.text.contains(Self.chip("Jewelry", 1)))
        }
    }

    @Test("Chips count under a predicate that only memory can evaluate")
    func chipsInMemory() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)

            let page = try await client.get(
                "/items?minValue=60&predicate=ANY+assetType.items.valueInDollars+%3C+100")

            #expect(page.status == .ok)
            #expect(page.text.contains("1 of 4 items, worth $100"))
            #expect(page.text.contains(Self.chip("Furniture", 1)))
            #expect(page.text.contains(Self.chip("Above $50", 1)))
            #expect(page.text.contains(Self.chip("Without photo", 1)))
            #expect(page.text.contains(Self.chip("With photo", 0)))
        }
    }

    @Test("The CSV file has every selected record, and runs no formulas")
    func table() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            try await client.add("=1+1", [("serialNumber", "a,\"b\"")])

            let table = try await client.get("/items.csv?sort=-itemName&perPage=1")

            let lines = table.text.split(separator: "\r\n").map(String.init)
            #expect(table.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(
                table.headers[.contentDisposition] == "attachment; filename=\"items.csv\"")
            #expect(lines.count == 6)
            #expect(lines[0].hasPrefix("id,itemKey,itemName,serialNumber,valueInDollars,"))
            #expect(lines[1].contains(",Ring,"))
            #expect(lines[5].contains(",'=1+1,\"a,\"\"b\"\"\","))
        }
    }

    @Test("A long CSV file is complete and in order")
    func longTable() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        try await household.container.write { context in
            for index in 0..<1_203 {
                let item = Item(context: context)
                item.itemName = "Item \(index)"
                item.orderingValue = Double(index + 1)
            }
            try household.save(context)
        }
        try household.close()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let lines = try await client.get("/items.csv").text.split(separator: "\r\n")
            let names = lines.dropFirst().map { $0.split(separator: ",")[2] }

            #expect(names.map(String.init) == (0..<1_203).map { "Item \($0)" })
            let last = try await client.names("/items.json?perPage=200&page=7")
            #expect(last == ["Item 1200", "Item 1201", "Item 1202"])
        }
    }

    // MARK: - Items

    /// Red sofa 100 Furniture, Café table 50 Furniture, Ring 2000 Jewelry, Lamp 0.
    private static func fill(_ client: InventoryClient) async throws {
        try await client.add("Red sofa", [("valueInDollars", "100"), ("assetType", "1")])
        try await client.add("Café table", [("valueInDollars", "50"), ("assetType", "1")])
        try await client.add("Ring", [("valueInDollars", "2000"), ("assetType", "2")])
        try await client.add("Lamp")
    }

    private static func chip(_ label: String, _ count: Int) -> String {
        "\(label)</span> <small class=\"chip__count\">\(count)</small>"
    }
}
