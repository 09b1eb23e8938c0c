import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Quantities in sales")
struct QuantityTests {
    @Test(
        "Generated sales of fractional quantities are summed exactly, and returned at their price")
    func generated() throws {
        let shop = try Self.shop()
        var random = SeededNumbers(state: 8)
        for step in 0..<60 {
            let sale = try Self.sell(&random, step, shop)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                try Self.bringBack(sale, &random, shop)
            }
        }

        try shop.household.container.read { context in
            var (amount, quantity, cost) = (Decimal(0), Decimal(0), Decimal(0))
            for sale in try context.fetch(FetchRequest<Sale>()) {
                let sign: Decimal = sale.isReturn ? -1 : 1
                for line in sale.lines {
                    amount += sign * line.amount
                    quantity += sign * (line.quantity ?? 0)
                    cost += sign * (line.cost ?? 0)
                }
            }
            let totals = try shop.household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.amount == amount)
            #expect(totals.quantity == quantity)
            #expect(totals.cost == cost)
            #expect(try Sale.miscounted(in: context).isEmpty)
        }
    }

    @Test(
        "Partial returns refund exactly what was paid, and none more than is left")
    func parts() throws {
        let shop = try Self.shop()
        var random = SeededNumbers(state: 4)
        for step in 0..<40 {
            let sale = try Self.sell(&random, step, shop)
            var isLeft = true
            while isLeft { isLeft = try Self.bringBack(sale, &random, shop) }

            try shop.household.container.read { context in
                let record = try #require(try Sale.find(sale, in: context))
                let returned = record.returns.flatMap(\.lines)
                #expect(returned.allSatisfy { $0.amount >= 0 })
                #expect(
                    returned.reduce(0) { $0 + $1.amount }
                        == record.lines.reduce(0) { $0 + $1.amount })
                #expect(
                    returned.reduce(0) { $0 + ($1.cost ?? 0) }
                        == record.lines.reduce(0) { $0 + ($1.cost ?? 0) })
            }
        }
    }

    @Test(
        "A line is quantity times price, rounded once, half up",
        arguments: [
            ("1.5", "0.33", "0.50"), ("0.001", "4.99", "0"), ("0.005", "1", "0.01"),
            ("0.123", "9.99", "1.23"), ("2", "1.50", "3.00"), ("999999.999", "0.01", "10000"),
        ])
    func rounding(quantity: String, price: String, amount: String) throws {
        let (quantity, price) = try (Self.decimal(quantity), Self.decimal(price))

        #expect(try Cents.amount(of: quantity, at: price) == Self.decimal(amount))
        let thousandths = try #require(Quantity.thousandths(quantity))
        let cents = try #require(Cents.whole(price))
        #expect(try Cents.cents(of: thousandths, at: cents) == Cents.whole(Self.decimal(amount)))
        #expect(Quantity.quantity(ofThousandths: thousandths) == quantity)
    }

    @Test("A currency without cents rounds a partial quantity, which the line shows with its total")
    func yen() throws {
        let line = PriceCalculation.Line(quantity: try Self.decimal("1.5"), unitPrice: 101)

        let whole = try PriceCalculation([line], discount: nil, to: 100)

        #expect(whole.parts == [PriceCalculation.Parts(rounding: 50, adjustment: 50)])
    }

    @Test(
        "Fractions of products without a unit, or in whole pieces, are refused",
        arguments: [nil, "pieces", "Stück", "box"])
    func whole(unit: String?) throws {
        let shop = try TestHousehold()
        let half = try Self.decimal("1.5")
        try shop.household.container.write { context in
            let product = Product(context: context)
            (product.name, product.price, product.unit) = ("Mug", 2, unit)
            try shop.household.save(context)

            let draft = SaleDraft(day: .test, lines: [.line("Mug", half, nil)])
            let refusal = #expect(throws: SaleRefusal.self) { try Sale.add(draft, in: context) }
            #expect(refusal?.faults.map(\.key) == ["quantity"])
            #expect(refusal?.description.contains("1.5 is not a whole number") == true)
            context.rollback()
            let mug = try #require(try Product.named("Mug", in: context))
            #expect(throws: SaleRefusal.self) { try mug.enter(.delivered, half, in: context) }
        }
    }

    @Test("A stock in meters decreases by sales, runs low by fractions, and can be counted")
    func stock() throws {
        let shop = try Self.shop()
        try shop.household.container.write { context in
            let cloth = try #require(try Product.named("Cloth", in: context))
            cloth.lowStock = try Self.decimal("2.5")
            try cloth.enter(.delivered, 4, in: context)
            try shop.household.save(context)
            let line = SaleDraft.Line.line("Cloth", try Self.decimal("1.375"), nil)
            _ = try Sale.add(SaleDraft(day: .test, lines: [line]), in: context)
            try shop.household.save(context)
            #expect(try cloth.stock == Self.decimal("2.625"))
            #expect(!cloth.isLow)
            try cloth.enter(.broken, Self.decimal("0.125"), in: context)
            try shop.household.save(context)
            #expect(cloth.isLow)
            #expect(try cloth.stockEntries.map(\.level).contains(Self.decimal("2.5")))
            var query = ProductQuery()
            query.isLow = true
            let low = try context.fetch(query.fetchRequest)
            #expect(low.map(\.name) == ["Cloth"])
        }
    }

    // MARK: - Sales

    private static func decimal(_ text: String) throws -> Decimal {
        try #require(Decimal(string: text))
    }

    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.household.container.write { context in
            for (name, unit, cents) in [("Cloth", "m", 1_333), ("Cheese", "kg", 2_799)] {
                let product = Product(context: context)
                (product.name, product.unit) = (name, unit)
                product.price = Decimal(cents) / 100
                product.cost = Decimal(cents / 3) / 100
            }
            try shop.household.save(context)
        }
        return shop
    }

    private static func sell(
        _ random: inout SeededNumbers, _ step: Int, _ shop: TestHousehold
    ) throws -> Int64 {
        let lines = (0...Int.random(in: 0...2, using: &random)).map { _ in
            var line = SaleDraft.Line(
                .productNamed(Bool.random(using: &random) ? "Cloth" : "Cheese"),
                quantity: Decimal(Int.random(in: 1...9_999, using: &random)) / 1_000,
                unitPrice: Decimal(Int.random(in: 0...999, using: &random)) / 100)
            if Bool.random(using: &random) {
                line.discount = Percent(33).map { .percent($0) }
            }
            return line
        }
        var draft = SaleDraft(day: .test, lines: lines)
        if step.isMultiple(of: 3) { draft.discount = Percent(7).map { .percent($0) } }
        return try shop.household.container.write { context in
            let sale = try Sale.add(draft, in: context)
            try shop.household.save(context)
            return try #require(sale.objectID.recordNumber)
        }
    }

    /// Returns a part of a sale, if there is any left. Returns whether there was.
    @discardableResult
    private static func bringBack(
        _ sale: Int64, _ random: inout SeededNumbers, _ shop: TestHousehold
    ) throws -> Bool {
        let share = Int.random(in: 1...4, using: &random)
        return try shop.household.container.write { context in
            let record = try #require(try Sale.find(sale, in: context))
            guard let line = record.returnableLines.first(where: { $0.quantity > 0 }) else {
                return false
            }
            let thousandths = try #require(Quantity.thousandths(line.quantity))
            let taken = share == 1 ? thousandths : max(1, thousandths / Int64(share))
            var back = SaleDraft.Line(
                .product(line.product), quantity: Quantity.quantity(ofThousandths: taken),
                unitPrice: line.unitPrice)
            back.origin = line.line
            _ = try record.addReturn(SaleDraft(day: .test, lines: [back]), in: context)
            try shop.household.save(context)
            return true
        }
    }
}
