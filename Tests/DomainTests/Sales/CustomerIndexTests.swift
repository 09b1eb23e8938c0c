import Foundation
import Persistence
import Testing

@testable import Domain

struct CustomerIndexTests {
    private static let searches: [(search: String, names: [String])] = [
        ("", ["Ann Berg", "Bob Étagère", "Zoë 10"]), ("etagere", ["Bob Étagère"]),
        ("berg ann", ["Ann Berg"]), ("ANN@", ["Ann Berg"]), ("0946", ["Ann Berg"]),
        ("(20) 7946", ["Ann Berg"]), ("7946-0946", ["Ann Berg"]), ("zoe", ["Zoë 10"]),
        ("sofa", ["Bob Étagère", "Zoë 10"]), ("sofa zoe", ["Zoë 10"]), ("nothing", []),
        ("bergann", []), ("\u{1}ann", ["Ann Berg"]), ("555-0100", ["Bob Étagère"]),
        ("02079460946", ["Ann Berg"]), ("(020) 7946-0946", ["Ann Berg"]), ("02079460947", []),
        ("'", []), ("555‑0100", ["Bob Étagère"]), ("ｚｏｅ", ["Zoë 10"]),
        ("（０２０） 7946–0946", ["Ann Berg"]),
    ]

    @Test("Words are found in name, address, number and what was bought, without case and accents")
    func words() throws {
        let shop = try Self.shop()

        for (search, names) in Self.searches {
            #expect(try shop.customerNames { $0.search = search } == names, "\(search)")
        }
    }

    @Test("What is saved is found at once, and what was there before no more")
    func saves() throws {
        let shop = try Self.shop()
        #expect(try shop.customerNames { $0.search = "berg" } == ["Ann Berg"])

        try shop.addCustomer("Aaron Berg")
        try shop.household.container.write { context in
            let customer = try #require(
                try context.fetch(FetchRequest<Customer>()).first { $0.name == "Ann Berg" })
            customer.name = "Zara Hill"
            try shop.household.save(context)
        }

        #expect(try shop.customerNames { $0.search = "berg" } == ["Aaron Berg"])
        #expect(
            try shop.customerNames { _ in } == [
                "Aaron Berg", "Bob Étagère", "Zara Hill", "Zoë 10",
            ])
    }

    @Test("Many changes leave what a new index would have")
    func manyChanges() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 5)
        try shop.addCustomer("0")
        for step in 1...60 {
            try shop.household.container.write { context in
                let all = try context.fetch(FetchRequest<Customer>())
                let chosen = try #require(all.randomElement(using: &random))
                switch Int.random(in: 0...2, using: &random) {
                case 0 where all.count > 1: context.delete(chosen)
                case 1: chosen.name = "Name \(Int.random(in: 0...20, using: &random))"
                default:
                    _ = try Customer.add(
                        CustomerDetails(name: "Name \(step % 7)", emailid: "a\(step)@example.com"),
                        firstSale: SaleDraft(day: .test, lines: [.line("Mug", 1, "1")]),
                        in: context)
                }
                try shop.household.save(context)
            }
            let found = try shop.customerNames { $0.search = "name" }
            let fresh = try shop.household.container.read { context in
                var query = CustomerQuery()
                query.search = "name"
                let changes = shop.household.changes
                let index = CustomerIndex(SalesFigures(changes), changes)
                return try index.page(of: query, in: context).records.map {
                    $0.name ?? ""
                }
            }
            #expect(found == fresh)
        }
    }

    @Test("Pages, orders and filters fit together")
    func pages() throws {
        let shop = try Self.shop()
        let household = shop.household

        try household.container.read { context in
            let page = try household.customers.page(
                of: CustomerQuery(), offset: 1, limit: 1, in: context)
            #expect(page.total == 3)
            #expect(page.records.map(\.name) == ["Bob Étagère"])
            #expect(
                try household.customers.page(of: CustomerQuery(), offset: 9, limit: 5, in: context)
                    .records.isEmpty)
        }

        #expect(
            try shop.customerNames {
                $0.sortDescriptors = [
                    FetchSortDescriptor("name", ascending: false, comparison: .localizedStandard)
                ]
            } == ["Zoë 10", "Bob Étagère", "Ann Berg"])
        #expect(
            try shop.customerNames {
                $0.sortDescriptors = [FetchSortDescriptor("contactno", ascending: false)]
                $0.search = "o"
            } == ["Ann Berg", "Bob Étagère", "Zoë 10"])
        let predicate = try FetchPredicate(format: "emailid == nil")
        #expect(try shop.customerNames { $0.predicate = predicate } == ["Bob Étagère", "Zoë 10"])
        #expect(try shop.customerNames { $0.hasCard = true } == [])
        let sofa = try shop.household.container.read { context in
            try Product.named("sofa", in: context)?.objectID.recordNumber
        }
        #expect(try shop.customerNames { $0.product = sofa } == ["Bob Étagère", "Zoë 10"])
    }

    @Test("Sales are found by words that were looked up as by those that were not")
    func saleWords() throws {
        let shop = try Self.shop()
        for search in [
            "ann", "ANN", "berg mug", "étagère", "sofa", "#2", "2", "10", "zz", "ann sofa", "e",
            "ＥＴＡＧＥＲＥ", "'", "＃2", "\u{200B}",
        ] {
            try Self.compare(search, in: shop)
        }
    }

    private static func compare(_ search: String, in shop: TestHousehold) throws {
        try shop.household.container.read { context in
            var query = SaleQuery()
            query.search = search
            let found = try shop.household.customers.looking(up: query, in: context)

            let plain = try context.fetch(query.fetchRequest(context.coordinator)).map(\.number)
            let quick = try context.fetch(found.fetchRequest(context.coordinator)).map(\.number)

            #expect(quick == plain, "\(search)")
            #expect(found.search.isEmpty, "\(search)")
            #expect(
                try shop.household.salesFigures.totals(of: found, in: context)
                    == shop.household.salesFigures.totals(of: query, in: context), "\(search)")
        }
    }

    @Test("Whoever has no sale that counts has none in numbers, and comes last by days")
    func salesOrders() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "5.00")], on: .test)
        try shop.addCustomer("Bob", [.line("Mug", 1, "3.00")], on: .test.adding(days: -9))
        let zoe = try shop.addCustomer("Zoë", [.line("Mug", 9, "9.00")], on: .test.adding(days: 9))
        try shop.addSale(to: zoe, [.line("Mug", 1, "4.00")])
        try shop.addCustomer("Abe", [.line("Mug", 1, "90.00")], on: .test)
        for number: Int64 in [3, 5] { try shop.void(number) }
        func names(_ key: CustomerSalesOrder.Key, _ ascending: Bool) throws -> String {
            try shop.customerNames {
                $0.salesOrder = CustomerSalesOrder(key, ascending: ascending)
            }.joined(separator: " ")
        }

        #expect(try names(.saleCount, true) == "Abe Ann Bob Zoë")
        #expect(try names(.saleCount, false) == "Ann Bob Zoë Abe")
        #expect(try names(.amount, true) == "Abe Bob Zoë Ann")
        #expect(try names(.amount, false) == "Ann Zoë Bob Abe")
        #expect(try names(.firstDay, true) == "Bob Ann Zoë Abe")
        #expect(try names(.lastDay, false) == "Ann Zoë Bob Abe")
        try shop.addSale(to: 2, [.line("Mug", 1, "9.00")], on: .test.adding(days: 30))
        #expect(try names(.amount, false) == "Bob Ann Zoë Abe")
        #expect(try names(.lastDay, false) == "Bob Ann Zoë Abe")
    }

    @Test(
        "Who has the same address or the same digits is found",
        arguments: [
            ("ANN@Example.com", nil, ["Ann Berg"]), (nil, "0044 2079460946", ["Ann Berg"]),
            (nil, "+1 555 0100", ["Bob Étagère"]), ("ann@example.co", "555", []), ("", "", []),
            (nil, nil, []),
        ] as [(String?, String?, [String])])
    func duplicates(emailid: String?, contactno: String?, names: [String]) throws {
        let shop = try Self.shop()

        let found = try shop.household.container.read { context in
            try shop.household.customers.duplicates(
                emailid: emailid, contactno: contactno, in: context
            ).map { $0.name ?? "" }
        }

        #expect(found == names)
    }

    @Test("Nobody is their own duplicate")
    func ownDuplicate() throws {
        let shop = try Self.shop()

        try shop.household.container.read { context in
            let ann = try #require(
                try context.fetch(FetchRequest<Customer>()).first { $0.name == "Ann Berg" })
            #expect(
                try shop.household.customers.duplicates(
                    emailid: ann.emailid, contactno: ann.contactno, otherThan: ann, in: context
                ).isEmpty)
        }
    }

    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Zoë 10", [.line("Red Sofa", 1, "10"), .line("Sofa", 1, "9")])
        try shop.addCustomer(
            "Ann Berg", emailid: "ann@example.com", contactno: "+44 (20) 7946 0946")
        try shop.addCustomer("Bob Étagère", contactno: "+1 555 0100", [.line("Sofa", 1, "9")])
        return shop
    }
}
