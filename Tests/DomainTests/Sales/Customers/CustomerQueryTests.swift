import Foundation
import Persistence
import Testing

@testable import Domain

struct CustomerQueryTests {
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

    @Test("Words match name, address, number and purchases, regardless of case and accents")
    func words() throws {
        let shop = try Self.shop()

        for (search, names) in Self.searches {
            #expect(try shop.customerNames { $0.search = search } == names, "\(search)")
        }
    }

    @Test("A saved change is found at once, and the former text no longer")
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

    @Test("Pages, orders and filters can be combined")
    func pages() throws {
        let shop = try Self.shop()
        let household = shop.household

        try household.container.read { context in
            var request = try CustomerQuery().fetchRequest(context.coordinator)
            (request.fetchOffset, request.fetchLimit) = (1, 1)
            #expect(try context.fetch(request).map(\.name) == ["Bob Étagère"])
            (request.fetchOffset, request.fetchLimit) = (9, 5)
            #expect(try context.fetch(request).isEmpty)
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

    @Test(
        "Sales are found by their number, the customer’s name, and the texts of their products",
        arguments: [
            ("ann", "2"), ("ANN", "2"), ("berg mug", "2"), ("étagère", "3"), ("sofa", "3 1"),
            ("#2", "2"), ("2", "2"), ("10", "1"), ("zz", ""), ("ann sofa", ""),
            ("e", "3 2 1"), ("ＥＴＡＧＥＲＥ", "3"), ("'", ""), ("＃2", "2"), ("\u{200B}", "3 2 1"),
            ("example", ""), ("7946", ""), ("sf-1", "3 1"), ("4006381333931", "2"),
            ("04006381333931", "2"),
        ])
    func saleWords(search: String, numbers: String) throws {
        let shop = try Self.shop()
        try shop.household.container.write { context in
            try Product.named("Sofa", in: context)?.sku = "SF-1"
            try Product.named("Red Sofa", in: context)?.sku = "RSF-1"
            try Product.named("Mug", in: context)?.barcode = "4 006381 333931"
            try shop.household.save(context)
        }

        let found = try shop.household.container.read { context in
            var query = SaleQuery()
            query.search = search
            return try context.fetch(query.fetchRequest(context.coordinator)).map { "\($0.number)" }
        }

        #expect(found.joined(separator: " ") == numbers, "\(search)")
    }

    @Test("A customer without counted sales has no totals, and is last in the order by days")
    func salesOrders() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "5.00")], on: .test)
        try shop.addCustomer("Bob", [.line("Mug", 1, "3.00")], on: .test.adding(days: -9))
        let zoe = try shop.addCustomer("Zoë", [.line("Mug", 9, "9.00")], on: .test.adding(days: 9))
        try shop.addSale(to: zoe, [.line("Mug", 1, "4.00")])
        try shop.addCustomer("Abe", [.line("Mug", 1, "90.00")], on: .test)
        for number: Int64 in [3, 5] { try shop.void(number) }
        func names(_ key: String, _ ascending: Bool) throws -> String {
            try shop.customerNames {
                $0.sortDescriptors =
                    (key.hasSuffix("Date")
                        ? [FetchSortDescriptor("hasSale", ascending: false)] : [])
                    + [FetchSortDescriptor(key, ascending: ascending)]
            }.joined(separator: " ")
        }

        #expect(try names("saleCount", true) == "Abe Ann Bob Zoë")
        #expect(try names("saleCount", false) == "Ann Bob Zoë Abe")
        #expect(try names("salesCents", true) == "Abe Bob Zoë Ann")
        #expect(try names("salesCents", false) == "Ann Zoë Bob Abe")
        #expect(try names("firstSaleDate", true) == "Bob Ann Zoë Abe")
        #expect(try names("lastSaleDate", false) == "Ann Zoë Bob Abe")
        try shop.addSale(to: 2, [.line("Mug", 1, "9.00")], on: .test.adding(days: 30))
        #expect(try names("salesCents", false) == "Bob Ann Zoë Abe")
        #expect(try names("lastSaleDate", false) == "Bob Ann Zoë Abe")
    }

    @Test(
        "Customers with the same address or the same digits are found",
        arguments: [
            ("ANN@Example.com", nil, ["Ann Berg"]), (nil, "0044 2079460946", ["Ann Berg"]),
            (nil, "+1 555 0100", ["Bob Étagère"]), ("ann@example.co", "555", []), ("", "", []),
            (nil, nil, []),
        ] as [(String?, String?, [String])])
    func duplicates(emailid: String?, contactno: String?, names: [String]) throws {
        let shop = try Self.shop()

        let found = try shop.household.container.read { context in
            try Customer.sharing(emailid: emailid, contactno: contactno, in: context)
                .map { $0.name ?? "" }
        }

        #expect(found == names)
    }

    @Test("A customer is not their own duplicate")
    func ownDuplicate() throws {
        let shop = try Self.shop()

        try shop.household.container.read { context in
            let ann = try #require(
                try context.fetch(FetchRequest<Customer>()).first { $0.name == "Ann Berg" })
            #expect(
                try Customer.sharing(
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
