import Foundation
import Persistence
import Testing

@testable import Domain

struct ListedSaleTests {
    @Test("The list shows generated sales as their records are")
    func generated() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 7)
        let customers = try ["Ann", "Bob", "Cid"].map { try shop.addCustomer($0) }
        for _ in 0..<30 { try Self.sell(in: shop, customers, &random) }
        try shop.household.container.write { context in
            let sales = try context.fetch(FetchRequest<Sale>())
            for sale in sales where sale.number.isMultiple(of: 7) {
                // A sale with returns cannot be voided.
                try? sale.void(reason: "A test")
            }
            try Customer.find(customers[2], in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }

        try shop.household.container.read { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number", ascending: false)]
            (request.fetchOffset, request.fetchLimit) = (2, 20)
            let listed = try ListedSale.fetch(request, in: context)
            let sales = try context.fetch(request)
            #expect(listed.count == 20)
            #expect(listed.map(\.recordNumber) == sales.map { $0.objectID.recordNumber })
            for (row, sale) in zip(listed, sales) { Self.expect(row, sale) }
        }
    }

    private static func sell(
        in shop: TestHousehold, _ customers: [Int64], _ random: inout SeededNumbers
    ) throws {
        let lines = (0...Int.random(in: 0...4, using: &random)).map { _ in
            SaleDraft.Line(
                .productNamed("P\(Int.random(in: 0...6, using: &random))"),
                quantity: Decimal(Int.random(in: 1...5, using: &random)),
                unitPrice: Decimal(Int.random(in: 0...99_999, using: &random)) / 100)
        }
        var draft = SaleDraft(day: .test, lines: lines)
        let buyer = Int.random(in: 0...3, using: &random)
        draft.isOnAccount = buyer == 1
        draft.time = buyer == 2 ? nil : TimeOfDay(minute: 845)
        draft.discount = buyer == 2 ? .percent(try Percent(parsing: "12.5")) : nil
        let number = try shop.addSale(draft, to: buyer < 3 ? customers[buyer] : nil)
        guard Bool.random(using: &random) else { return }
        try shop.household.container.write { context in
            let sale = try #require(try Sale.find(number, in: context))
            let line = try #require(sale.returnableLines.first)
            let back = SaleDraft.Line(
                .product(line.product), quantity: 1, unitPrice: line.unitPrice)
            _ = try sale.addReturn(SaleDraft(day: .test, lines: [back]), in: context)
            try shop.household.save(context)
        }
    }

    private static func expect(_ row: ListedSale, _ sale: Sale) {
        #expect(row.writtenNumber == sale.writtenNumber)
        #expect(row.day == sale.day)
        #expect(row.time == sale.time)
        #expect(row.customer == sale.customer?.objectID.recordNumber)
        #expect(row.customerName == sale.customer?.name ?? "")
        #expect(row.isWalkIn == (sale.isWalkIn || sale.returnOf?.isWalkIn ?? false))
        #expect(row.isReturn == sale.isReturn)
        #expect(row.isVoid == sale.isVoid)
        #expect(row.owed == sale.owed)
        #expect(row.total == sale.total)
        #expect(row.products.map(\.name) == sale.lines.map { $0.product?.name ?? "" })
        #expect(row.products.map(\.quantity) == sale.lines.map { $0.quantity ?? 0 })
    }
}
