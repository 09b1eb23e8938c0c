import Foundation
import Persistence
import Testing

@testable import Domain

struct ImportRoundTripTests {
    private static let names = [
        "=1+1", "+Ann", "-Bob", "@Carl", "'=Dora", "O'Neil", "Zoë “Z”", "a,b;c\td", "\"quoted\"",
        "李小龍", "'90s", "5\" nail", "Ann", "Ånn",
    ]

    /// A shop with sales, returns, void sales and a removed customer.
    private static func shop(seed: UInt64) throws -> TestHousehold {
        let shop = try TestHousehold()
        var numbers = SeededNumbers(state: seed)
        func line() -> SaleDraft.Line {
            let price = Decimal(Int.random(in: 0...999_999, using: &numbers)) / 100
            let name = names[Int.random(in: names.indices, using: &numbers)]
            return SaleDraft.Line(
                .productNamed(ImportRow.oneLine(name)),
                quantity: Decimal(Int.random(in: 1...9, using: &numbers)), unitPrice: price)
        }
        var customers: [Int64] = []
        for (index, name) in names.enumerated() {
            let lines = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in line() }
            customers.append(
                try shop.addCustomer(
                    ImportRow.oneLine(name),
                    emailid: index.isMultiple(of: 3) ? nil : "c\(index)@x.org",
                    contactno: index.isMultiple(of: 2) ? "+49 176 \(index)00\(index)" : nil, lines))
            if Bool.random(using: &numbers) {
                try shop.addSale(to: customers[index], [line(), line()])
            }
        }
        try shop.household.container.write { context in
            let sales = try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }
            try sales[1].void(reason: "=Mistyped")
            let line = try #require(sales[2].lines.first)
            _ = try sales[2].addReturn(
                SaleDraft(
                    day: .test,
                    lines: [SaleDraft.Line(.product(line.product?.savedNumber ?? 0))]),
                in: context)
            try shop.household.save(context)
            try Customer.find(customers[5], in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }
        return shop
    }

    @Test(
        "Importing an unchanged export changes nothing",
        arguments: 1...12 as ClosedRange<UInt64>)
    func unchanged(seed: UInt64) async throws {
        let shop = try Self.shop(seed: seed)

        let plan = try await shop.plan(shop.linesFile())

        #expect(try plan.refusals == [])
        #expect(try plan.changes == [])
        #expect(plan.counts.unchanged == plan.rows.count)
    }

    @Test(
        "Importing an export into an empty shop restores the same data",
        arguments: 1...6 as ClosedRange<UInt64>)
    func restored(seed: UInt64) async throws {
        let shop = try Self.shop(seed: seed)
        let other = try TestHousehold()
        let file = try shop.linesFile()

        try await other.importing(file)

        let kept = { (text: String) in text.hasPrefix("S") || text.hasPrefix("C") }
        #expect(try other.contents().filter(kept) == shop.contents().filter(kept))
        let again = try await other.plan(file)
        #expect(try again.refusals == [])
        #expect(try again.changes == [])
        #expect(again.counts.new == 0)
    }

    @Test(
        "An export without record numbers is restored by names, with its returns",
        arguments: 1...4 as ClosedRange<UInt64>)
    func restoredByNames(seed: UInt64) async throws {
        let shop = try Self.shop(seed: seed)
        let other = try TestHousehold()
        let file = try shop.linesFile(ids: false)

        let here = try await shop.plan(file)
        let record = try await other.importing(file)

        #expect(try here.refusals == [])
        #expect(try here.changes == [])
        #expect(here.counts.unchanged == here.rows.count)
        let kept = { (text: String) in text.hasPrefix("S") || text.hasPrefix("C") }
        #expect(try other.contents().filter(kept) == shop.contents().filter(kept))
        #expect(try await other.plan(file).counts.unchanged == here.rows.count)
        guard case .done(let undone) = try await other.household.undoImport(record.id) else {
            Issue.record("It was not undone")
            return
        }
        #expect(try undone.left == [] && other.contents() == [])
    }

    @Test("Importing long lists of customers and products again changes nothing")
    func longLists() async throws {
        let shop = try TestHousehold()
        for index in 1...60 {
            try shop.addCustomer(
                "Customer \(index)", emailid: "c\(index)@x.org", [.line("P \(index)", 1, "2")])
        }
        let numbers = 1...60

        let customers = try await shop.plan(
            "id,name,emailid\n"
                + numbers.map { "\($0),Customer \($0),c\($0)@x.org\n" }.joined(), .customers)
        let products = try await shop.plan(
            "id,name,price\n" + numbers.map { "\($0),P \($0),2.00\n" }.joined(), .products)

        for plan in [customers, products] {
            #expect(try plan.refusals == [])
            #expect(plan.counts.unchanged == 60)
        }
    }

    @Test("A large amount is not mistaken for a card number")
    func greatAmounts() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Moon", 1, "4111111111111.22")])

        for price in ["4111111111111.22", "8999999991000.00", "4012888888881.88"] {
            let plan = try await shop.plan("name,price,total\nMoon,\(price),\(price)\n", .products)
            #expect(try plan.refusals == [])
        }
    }

    @Test("Customers who share an e-mail address stay two, and retired products stay retired")
    func sharedAddress() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann Lee", emailid: "lee@x.org", [.line("Mug", 1, "3")])
        let bob = try shop.addCustomer("Bob Lee", emailid: "lee@x.org", [.line("Jug", 1, "4")])
        try shop.addCustomer("Cid", emailid: "c@x.org", [.line("Mug", 1, "3")])
        try shop.addSale(to: bob, [.line("Jug", 2, "4")])
        try await shop.household.container.write { context in
            try Product.named("Jug", in: context)?.retire(at: CalendarDay.test.date)
            try shop.household.save(context)
        }
        let other = try TestHousehold()
        try other.addCustomer("Zed", emailid: "z@x.org", [.line("Zip", 1, "1")])
        try await other.household.container.write { context in
            context.delete(try #require(try Customer.find(1, in: context)))
            try other.household.save(context)
        }
        let products =
            "id,name,price,retiredAt\n1,Mug,3.00,\n"
            + "2,Jug,4.00,\(ImportDate.text(CalendarDay.test.date))\n"
        let file = try shop.linesFile()

        try await other.importing(products)
        try await other.importing(file)
        let again = try await other.plan(file)
        // Record 2 is Ann here, and record 3 is Bob.
        let customers = try await other.plan(
            "id,name,emailid,contactno\n1,Ann Lee,lee@x.org,\n2,Bob Lee,lee@x.org,\n"
                + "3,Cid,c@x.org,\n")

        let kept = { (text: String) in !text.contains("Zip") }
        #expect(try other.contents().filter(kept) == shop.contents())
        #expect(again.counts.unchanged == again.rows.count)
        #expect(try customers.refusals == [])
        #expect(try customers.changes == [])
    }

    @Test("Customers can be imported after their sales, also those with only a name")
    func customersAfterLines() async throws {
        let shop = try TestHousehold()
        let gone = try shop.addCustomer("Gone", [.line("Mug", 1, "3")])
        for name in ["Ann", "Bob", "Ann", "Cid", "Ann"] {
            try shop.addCustomer(name, [.line("Mug", 1, "3")])
        }
        try Self.rearrange(shop, deleting: gone, cardOf: 4)
        let other = try TestHousehold()
        let customers =
            "id,name,emailid,contactno,cardBrand,cardLastFour\n2,Ann,,,,\n3,Bob,,,,\n"
            + "4,Ann,,,Visa,1111\n5,Cid,,,,\n6,Ann,,,,\n"

        try await other.importing(shop.linesFile())
        let record = try await other.importing(customers)
        let again = try await other.plan(customers)

        #expect(record.counts.changed == 1)
        #expect(try again.refusals == [])
        #expect(again.counts.unchanged == 5)
        #expect(try Self.saleOfCard(other) == Self.saleOfCard(shop))
        #expect(
            try other.contents().filter { !$0.hasPrefix("P") }
                == shop.contents().filter { !$0.hasPrefix("P") })
        let lines = try await other.plan(shop.linesFile())
        #expect(lines.counts.unchanged == 5)
    }

    /// Deletes a customer, so that the record numbers of the others do not begin at 1, and gives the
    /// last sale to an earlier customer, so that sales are in another order than customers.
    private static func rearrange(
        _ shop: TestHousehold, deleting gone: Int64, cardOf owner: Int64
    ) throws {
        try shop.household.container.write { context in
            context.delete(try #require(try Customer.find(gone, in: context)))
            try shop.household.save(context)
            let (second, last) = (
                try #require(try Customer.find(2, in: context)),
                try #require(try Customer.find(6, in: context))
            )
            let (one, other) = (try #require(second.sales.first), try #require(last.sales.first))
            (one.customer, other.customer) = (last, second)
            try Customer.find(owner, in: context)?.replaceCard(
                with: CardDetails(brand: "Visa", lastFour: "1111"), in: context)
            try shop.household.save(context)
        }
    }

    /// The number of the sale of the customer who has a card.
    private static func saleOfCard(_ shop: TestHousehold) throws -> Int64? {
        try shop.household.container.read { context in
            try context.fetch(FetchRequest<Customer>()).first { $0.creditCard != nil }?
                .sales.first?.number
        }
    }
}
