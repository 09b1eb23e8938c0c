import Foundation
import Persistence
import Testing

@testable import Domain

struct ImportRoundTripTests {
    private static let names = [
        "=1+1", "+Ann", "-Bob", "@Carl", "'=Dora", "O'Neil", "Zoë “Z”", "a,b;c\td", "\"quoted\"",
        "李小龍", "'90s", "5\" nail", "Ann", "Ånn",
    ]

    /// A shop with sales, returns, voided sales and a customer who was removed.
    private static func shop(seed: UInt64) throws -> TestHousehold {
        let shop = try TestHousehold()
        var numbers = SeededNumbers(state: seed)
        func line() -> SaleDraft.Line {
            let price = Decimal(Int.random(in: 0...999_999, using: &numbers)) / 100
            let name = names[Int.random(in: names.indices, using: &numbers)]
            return SaleDraft.Line(
                .productNamed(ImportRow.oneLine(name)),
                quantity: Int.random(in: 1...9, using: &numbers), unitPrice: price)
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
                    lines: [SaleDraft.Line(.product(line.product?.objectID.recordNumber ?? 0))]),
                in: context)
            try shop.household.save(context)
            try Customer.find(customers[5], in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }
        return shop
    }

    @Test(
        "What was exported changes nothing when it is imported",
        arguments: 1...12 as ClosedRange<UInt64>)
    func unchanged(seed: UInt64) async throws {
        let shop = try Self.shop(seed: seed)

        let plan = try await shop.plan(shop.linesFile())

        #expect(plan.refusals == [])
        #expect(plan.changes == [])
        #expect(plan.counts.unchanged == plan.rows.count)
    }

    @Test(
        "What was exported makes the same again in an empty shop",
        arguments: 1...6 as ClosedRange<UInt64>)
    func restored(seed: UInt64) async throws {
        let shop = try Self.shop(seed: seed)
        let other = try TestHousehold()
        let file = try shop.linesFile()

        try await other.importing(file)

        let kept = { (text: String) in text.hasPrefix("S") || text.hasPrefix("C") }
        #expect(try other.contents().filter(kept) == shop.contents().filter(kept))
        let again = try await other.plan(file)
        #expect(again.refusals == [])
        #expect(again.changes == [])
        #expect(again.counts.new == 0)
    }

    @Test("Long lists of customers and products change nothing when they are imported")
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
            #expect(plan.refusals == [])
            #expect(plan.counts.unchanged == 60)
        }
    }
}
