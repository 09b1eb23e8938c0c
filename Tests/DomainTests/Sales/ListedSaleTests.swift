import Foundation
import Persistence
import Testing

@testable import Domain

struct ListedSaleTests {
    @Test("A list shows of generated sales what their records say, from memory and from the store")
    func generated() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 7)
        let customers = try ["Ann", "Bob", "Cid"].map { try shop.addCustomer($0) }
        for _ in 0..<30 { try Self.sell(in: shop, customers, &random) }
        try shop.household.container.write { context in
            let sales = try context.fetch(FetchRequest<Sale>())
            for sale in sales where sale.number.isMultiple(of: 7) {
                // What something came back from stays.
                try? sale.void(reason: "A test")
            }
            try Customer.find(customers[2], in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }

        let fresh = SalesFigures(shop.household.changes)
        for figures in [shop.household.salesFigures, fresh] {
            try shop.household.container.read { context in
                var request = FetchRequest<Sale>()
                request.sortDescriptors = [FetchSortDescriptor("number", ascending: false)]
                (request.fetchOffset, request.fetchLimit) = (2, 20)
                let listed = try figures.listed(request, in: context)
                let sales = try context.fetch(request)
                #expect(listed.count == 20)
                #expect(listed.map(\.recordNumber) == sales.map { $0.objectID.recordNumber })
                for (row, sale) in zip(listed, sales) { Self.expect(row, sale) }
            }
        }
    }

    @Test("A page of all sales has those that stepping over the others would find")
    func pages() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        for number: Int64 in [9, 4, 30, 12, 29] { try Self.add(number, to: ann, in: shop) }
        try Self.expectPages(shop)
        try shop.household.container.write { context in
            for sale in try context.fetch(FetchRequest<Sale>()) where sale.number == 12 {
                context.delete(sale)
            }
            try shop.household.save(context)
        }
        try Self.expectPages(shop)
        try shop.household.container.write { context in
            for sale in try context.fetch(FetchRequest<Sale>()) where sale.number == 30 {
                sale.number = 3
            }
            try shop.household.save(context)
        }
        try Self.expectPages(shop)
        try shop.household.container.read { context in
            var others = [SaleQuery(), SaleQuery()]
            others[0].isVoid = false
            others[1].sortDescriptors = [FetchSortDescriptor("date")]
            for query in others {
                let page = try query.request(ofPage: 0..<2, of: [1, 2], context.coordinator)
                #expect(page == nil && !query.isOfAllByNumber)
            }
        }
    }

    private static func expectPages(_ shop: TestHousehold) throws {
        try shop.household.container.read { context in
            let numbers = try shop.household.saleNumbers.all(in: context)
            for order in [nil, true, false] as [Bool?] {
                var query = SaleQuery()
                query.sortDescriptors =
                    order.map { [FetchSortDescriptor("number", ascending: $0)] } ?? []
                let all = try context.fetch(query.fetchRequest(context.coordinator)).map(\.number)
                #expect(numbers == all.sorted())
                for start in 0...all.count + 1 {
                    let places = min(start, all.count)..<min(start + 2, all.count)
                    let request = try #require(
                        try query.request(ofPage: places, of: numbers, context.coordinator))
                    let page = try context.fetch(request).map(\.number)
                    #expect(page == Array(all[places]))
                }
            }
        }
    }

    private static func add(_ number: Int64, to customer: Int64, in shop: TestHousehold) throws {
        try shop.household.container.write { context in
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
            let customer = try Customer.find(customer, in: context)
            _ = try Sale.add(draft, to: customer, number: number, in: context)
            try shop.household.save(context)
        }
    }

    private static func sell(
        in shop: TestHousehold, _ customers: [Int64], _ random: inout SeededNumbers
    ) throws {
        let lines = (0...Int.random(in: 0...4, using: &random)).map { _ in
            SaleDraft.Line(
                .productNamed("P\(Int.random(in: 0...6, using: &random))"),
                quantity: Int.random(in: 1...5, using: &random),
                unitPrice: Decimal(Int.random(in: 0...99_999, using: &random)) / 100)
        }
        var draft = SaleDraft(day: .test, lines: lines)
        let buyer = Int.random(in: 0...3, using: &random)
        draft.isOnAccount = buyer == 1
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
        #expect(row.number == sale.number)
        #expect(row.day == sale.day)
        #expect(row.customer == sale.customer?.objectID.recordNumber)
        #expect(row.customerName == sale.customer?.name ?? "")
        #expect(row.isWalkIn == (sale.isWalkIn || sale.returnOf?.isWalkIn ?? false))
        #expect(row.isReturn == sale.isReturn)
        #expect(row.isVoid == sale.isVoid)
        #expect(row.owed == sale.owed)
        #expect(row.total == sale.total)
        #expect(row.products.map(\.name) == sale.lines.map { $0.product?.name ?? "" })
        #expect(row.products.map(\.quantity) == sale.lines.map { Int($0.quantity) })
    }
}
