import Foundation
import Persistence
import Testing

@testable import Domain

struct StockTests {
    @Test("A stock is deliveries less sales and breakage, and can be counted again")
    func journal() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 5, "3")])
        try shop.enter(.delivered, 20)
        let sale = try shop.addSale(to: ann, [.line("Mug", 3, nil), .line("Mug", 1, nil)])
        let void = try shop.addSale(to: ann, [.line("Mug", 4, nil)])
        try shop.void(void)
        let back = try shop.addReturn(of: sale, [.line("Mug", 2, nil)])
        try shop.void(back)
        try shop.addReturn(of: sale, [.line("Mug", 1, nil)])
        try shop.enter(.broken, 2)
        try shop.enter(.counted, 14)

        let steps = try shop.steps()

        #expect(
            steps.map(\.kind) == [
                "delivered", "sold", "sold", "sold", "voided", "returned", "voided", "returned",
                "broken", "counted",
            ])
        #expect(steps.map(\.change) == [20, -3, -1, -4, 4, 2, -2, 1, -2, -1])
        #expect(steps.map(\.level) == [20, 17, 16, 12, 16, 18, 16, 17, 15, 14])
        #expect(try shop.stock() == 14)
    }

    @Test("A product without stock keeping has no stock, whatever is sold")
    func uncounted() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 5, "3")])

        #expect(try shop.steps().isEmpty)
        #expect(try shop.stock() == nil)
    }

    @Test("Low stock is found, except of retired and uncounted products")
    func low() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "3"), .line("Jug", 1, "3")])
        try shop.enter(.delivered, 6)
        try shop.household.container.write { context in
            for name in ["Mug", "Jug"] { try Product.named(name, in: context)?.lowStock = 5 }
            try shop.household.save(context)
        }
        #expect(try shop.low() == [])

        try shop.addSale(to: ann, [.line("Mug", 1, nil)])

        #expect(try shop.low() == ["Mug"])
    }

    @Test(
        "An invalid quantity is refused",
        arguments: [(StockEntry.Kind.delivered, Decimal(0)), (.counted, -1), (.broken, 1_000_001)])
    func refused(kind: StockEntry.Kind, pieces: Decimal) throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "3")])

        #expect(throws: SaleRefusal.self) { try shop.enter(kind, pieces) }
        #expect(try shop.stock() == nil)
    }

    @Test("A product is sold by number and by barcode as by name")
    func codes() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "3")])
        try shop.household.container.write { context in
            let mug = try #require(try Product.named("Mug", in: context))
            (mug.sku, mug.barcode, mug.cost) = ("M-1", "4006381333931", 2)
            try shop.household.save(context)
        }

        try shop.addSale(to: ann, [.line("m-1", 1, nil), .line("4006381333931", 2, nil)])

        try shop.household.container.read { context in
            let totals = try shop.household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(try context.count(for: FetchRequest<Product>()) == 1)
            #expect(totals.quantity == 4)
            // The first sale was made before the cost of a mug was known.
            #expect(totals.cost == 6)
            #expect(totals.margin == 3)
            #expect(totals.quantityWithoutCost == 1)
            #expect(totals.netWithoutCost == 3)
        }
    }
}

extension TestHousehold {
    fileprivate struct Step: Sendable {
        var kind: String
        var change: Decimal
        var level: Decimal
    }

    fileprivate func enter(_ kind: StockEntry.Kind, _ pieces: Decimal) throws {
        try household.container.write { context in
            try Product.named("Mug", in: context)?.enter(kind, pieces, in: context)
            try household.save(context)
        }
    }

    fileprivate func steps() throws -> [Step] {
        try household.container.read { context in
            try context.fetch(FetchRequest<StockEntry>()).sorted {
                ($0.date ?? .distantPast) < ($1.date ?? .distantPast)
            }.map { Step(kind: $0.kind ?? "", change: $0.change ?? 0, level: $0.level ?? 0) }
        }
    }

    fileprivate func stock() throws -> Decimal? {
        try household.container.read { context in
            guard let mug = try Product.named("Mug", in: context), mug.isStocked else { return nil }
            return mug.stock
        }
    }

    fileprivate func low() throws -> [String] {
        try household.container.read { context in
            var query = ProductQuery()
            query.isLow = true
            return try context.fetch(query.fetchRequest).compactMap(\.name)
        }
    }
}
