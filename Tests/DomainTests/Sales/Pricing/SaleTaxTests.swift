import Foundation
import Persistence
import Testing

@testable import Domain

struct SaleTaxTests {
    @Test("A line’s tax is its own, or that of the sale, the product, or the shop")
    func precedence() throws {
        let shop = try TestHousehold()
        let (vat, reduced) = (try shop.addTaxRate("VAT", "19"), try shop.addTaxRate("VAT", "7"))
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "1.19"), .line("Book", 1, "1.07")])
        try shop.household.container.write { context in
            try Product.named("Book", in: context)?.taxRate = TaxRate.find(reduced, in: context)
            try ShopProfile.make(in: context).taxRate = TaxRate.find(vat, in: context)
            try shop.household.save(context)
        }
        var said = SaleDraft.Line.line("Book", 1, nil)
        said.tax = .untaxed
        let byDefault = SaleDraft(
            day: .test, lines: [.line("Mug", 1, nil), .line("Book", 1, nil), said])
        var forAll = byDefault
        forAll.tax = .rate(reduced)

        let taxes = try [byDefault, forAll].map { draft in
            try shop.taxes(of: shop.addSale(draft, to: ann))
        }

        #expect(taxes[0] == ["VAT 19 %: 1 + 0.19", "VAT 7 %: 1 + 0.07", "none: 1.07 + 0"])
        #expect(taxes[1] == ["VAT 7 %: 2.11 + 0.15", "none: 1.07 + 0"])
    }

    @Test("A sale from before taxes has none, and its total stays")
    func untaxed() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 2, "1.19")])
        _ = try shop.addTaxRate("VAT", "19")

        #expect(try shop.taxes(of: 1) == ["none: 2.38 + 0"])
        #expect(try shop.amount() == Decimal(string: "2.38"))
        #expect(ann == 1)
    }

    @Test("A used rate cannot be deleted, and a retired one passes its products to its successor")
    func retirement() throws {
        let shop = try TestHousehold()
        let (old, new) = (try shop.addTaxRate("VAT", "19"), try shop.addTaxRate("VAT", "20"))
        try shop.household.container.write { context in
            let profile = try ShopProfile.make(in: context)
            profile.taxRate = try TaxRate.find(old, in: context)
            let product = Product(context: context)
            product.name = "Mug"
            product.taxRate = profile.taxRate
            try shop.household.save(context)
        }
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "1.19")])

        let reasons = try shop.reasons { context in
            context.delete(try #require(try TaxRate.find(old, in: context)))
        }
        try shop.household.container.write { context in
            try TaxRate.find(old, in: context)?.retire(followedBy: TaxRate.find(new, in: context))
            try shop.household.save(context)
        }
        let sale = try shop.addSale(to: ann, [.line("Mug", 1, "1.20")])
        var chosen = SaleDraft(day: .test, lines: [.line("Mug", 1, nil)])
        chosen.tax = .rate(old)

        #expect(
            reasons == ["lines still leads to 1 record of SaleLine, and its delete rule is Deny"])
        #expect(try shop.taxes(of: 1) == ["VAT 19 %: 1 + 0.19"])
        #expect(try shop.taxes(of: sale) == ["VAT 20 %: 1 + 0.2"])
        #expect(try shop.refusal(of: chosen, to: ann) == ["“VAT 19 %” is no longer used."])
    }

    @Test("A return includes its share of discount and tax, to the cent")
    func returns() throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("VAT", "19", isAdded: true)
        let ann = try shop.addCustomer("Ann")
        var lines = [
            SaleDraft.Line.line("Lamp", 3, "9.99"), .line("Lamp", 2, "9.99"), .line("Rug", 1, "5"),
        ]
        lines[0].discount = .percent(try Percent(parsing: "10"))
        var draft = SaleDraft(day: .test, lines: lines)
        draft.tax = .rate(1)
        draft.discount = .cents(100)
        let sale = try shop.addSale(draft, to: ann)
        let total = try shop.total(sale)
        let first = try shop.addReturn(of: sale, [.line("Lamp", 1, nil)])
        let second = try shop.addReturn(of: sale, [.line("Lamp", 2, nil), .line("Rug", 1, nil)])
        try shop.void(first)

        let third = try shop.household.container.write { context in
            let record = try #require(try Sale.find(sale, in: context))
            let back = try record.addReturn(record.wholeReturn(on: .test), in: context)
            try shop.household.save(context)
            return back.savedNumber
        }

        let back = try shop.total(second) + shop.total(third)
        #expect(back == -total)
        #expect(try shop.net(sale) == 0)
        #expect(try shop.amount() == 3)
    }

    @Test("Sums in memory equal those of the store over generated sales")
    func sums() throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("VAT", "19")
        _ = try shop.addTaxRate("Sales tax", "8.875", isAdded: true)
        let ann = try shop.addCustomer("Ann")
        var random = SeededNumbers(state: 5)
        for round in 0..<60 {
            // From then on the cost of two of the products is known.
            if round == 20 { try shop.setCosts(["P0": 3, "P1": 0]) }
            let sale = try? shop.addSale(Self.draft(&random), to: ann)
            guard let sale, Bool.random(using: &random) else { continue }
            switch Int.random(in: 0...2, using: &random) {
            case 0: try shop.void(sale)
            case 1:
                try shop.household.container.write { context in
                    let record = try #require(try Sale.find(sale, in: context))
                    let lines = record.returnableLines.prefix(1).map { line in
                        var draft = SaleDraft.Line(.product(line.product))
                        draft.origin = line.line
                        return draft
                    }
                    let day = record.day ?? .test
                    _ = try record.addReturn(SaleDraft(day: day, lines: lines), in: context)
                    try shop.household.save(context)
                }
            default: break
            }
        }
        try shop.household.container.read { context in
            let (figures, period) = (shop.household.salesFigures, SalesPeriod())
            var all = SaleQuery()
            all.predicate = try FetchPredicate(format: "number > 0")
            let whole = try figures.totals(of: period, in: context)
            #expect(whole.tax != 0)
            #expect(whole.hasKnownCost && whole.hasUnknownCost)
            #expect(whole.netWithCost + whole.netWithoutCost == whole.net)
            let byProduct = try figures.totals(by: .product, of: period, in: context)
            #expect(byProduct.values.contains { $0.margin == nil })
            let margin = byProduct.values.compactMap(\.margin).reduce(0, +)
            #expect(margin == whole.margin)
            let unknown = byProduct.values.map(\.quantityWithoutCost).reduce(0, +)
            #expect(unknown == whole.quantityWithoutCost)
            #expect(try figures.totals(of: all, in: context) == whole)
            let byRate = try figures.totals(by: .taxRate, of: period, in: context)
            #expect(
                try figures.totals(by: .taxRate, of: all, in: context).amounts == byRate.amounts)
            #expect(byRate.values.reduce(0) { $0 + $1.tax } == whole.tax)
            #expect(byRate.values.reduce(0) { $0 + $1.amount } == whole.amount)
            #expect(
                try figures.totalsByHour(of: all, in: context)
                    == figures.totalsByHour(of: period, in: context))
            #expect(
                try figures.totals(by: .product, of: all, in: context).amounts
                    == byProduct.amounts)
            let fresh = try SalesFigures(shop.household.changes).totals(of: period, in: context)
            #expect(fresh == whole)
            var plain = SalesTotals()
            for sale in try context.fetch(FetchRequest<Sale>()) where !sale.isVoid {
                plain.amount += sale.total
                plain.tax += sale.tax
                #expect(sale.taxes.reduce(0) { $0 + $1.gross } == sale.total)
                #expect(sale.taxes.reduce(0) { $0 + $1.tax } == sale.tax)
            }
            #expect(plain.amount == whole.amount)
            #expect(plain.tax == whole.tax)
        }
    }

    @Test(
        "Partial returns add up exactly to the total, the taxes and the refund",
        arguments: ["USD", "JPY"])
    func wholeReturns(code: String) throws {
        let shop = try TestHousehold()
        _ = try shop.addTaxRate("VAT", "19")
        _ = try shop.addTaxRate("Sales tax", "8.875", isAdded: true)
        let ann = try shop.addCustomer("Ann")
        let currency = try #require(Currency(code))
        try shop.household.container.write { context in
            try ShopProfile.make(in: context).currency = code
            try shop.household.save(context)
        }
        var random = SeededNumbers(state: 11)
        var count = 0
        for _ in 0..<40 {
            var draft = Self.draft(&random, places: currency.places)
            draft.payments = [PaymentDraft(kind: 1)]
            guard let sale = try? shop.addSale(draft, to: ann) else { continue }
            count += 1

            while try Self.bringBack(sale, &random, shop) {}

            try shop.household.container.read { context in
                let record = try #require(try Sale.find(sale, in: context))
                let all = [record] + record.returns.filter { !$0.isVoid }
                #expect(record.netAmount == 0)
                #expect(all.reduce(0) { $0 + $1.tax } == 0)
                #expect(all.reduce(0) { $0 + $1.paid } == 0)
                #expect(record.owed == 0)
                for part in all + Array(record.returns) {
                    #expect(currency.fits(part.total))
                    #expect(currency.fits(part.tax))
                    #expect(part.taxes.reduce(0) { $0 + $1.gross } == part.total)
                }
            }
        }
        #expect(count > 20)
        #expect(try shop.amount() == 3)
    }

    /// Returns some pieces of a sale with a refund, and occasionally makes the return void.
    /// Returns false if no pieces are left.
    private static func bringBack(
        _ sale: Int64, _ random: inout SeededNumbers, _ shop: TestHousehold
    ) throws -> Bool {
        let picked = Int.random(in: 0...9, using: &random)
        let isVoid = Int.random(in: 0...4, using: &random) == 0
        let pieces = Decimal(Int.random(in: 1...9, using: &random))
        return try shop.household.container.write { context in
            let record = try #require(try Sale.find(sale, in: context))
            let left = record.returnableLines.filter { $0.quantity > 0 }
            guard !left.isEmpty else { return false }
            let line = left[picked % left.count]
            var returned = SaleDraft.Line(
                .product(line.product), quantity: min(pieces, line.quantity),
                unitPrice: line.unitPrice)
            returned.origin = line.line
            var draft = SaleDraft(day: record.day ?? .test, lines: [returned])
            draft.payments = [PaymentDraft(kind: 1)]
            let back: Sale
            do {
                back = try record.addReturn(draft, in: context)
            } catch is SaleRefusal {
                // Pieces without a price are returned without a refund.
                context.rollback()
                draft.payments = []
                back = try record.addReturn(draft, in: context)
            }
            try shop.household.save(context)
            if isVoid {
                try back.void(reason: "A mistake")
                try shop.household.save(context)
            }
            return true
        }
    }

    private static func draft(_ random: inout SeededNumbers, places: Int = 2) -> SaleDraft {
        let unit = places == 0 ? 100 : 1
        let lines = (0...Int.random(in: 0...4, using: &random)).map { _ in
            var line = SaleDraft.Line(
                .productNamed("P\(Int.random(in: 0...3, using: &random))"),
                quantity: Decimal(Int.random(in: 1...9, using: &random)),
                unitPrice: Decimal(Int.random(in: 0...9_999, using: &random) / unit * unit) / 100)
            if Bool.random(using: &random) {
                line.tax = .rate(Int64.random(in: 1...2, using: &random))
            }
            if Bool.random(using: &random) {
                line.discount = .cents(Int64.random(in: 0...50, using: &random) * Int64(unit))
            }
            return line
        }
        var draft = SaleDraft(
            day: CalendarDay.test.adding(days: -Int.random(in: 0...60, using: &random)),
            lines: lines)
        draft.time = TimeOfDay(minute: Int.random(in: 0...1_600, using: &random))
        if Bool.random(using: &random) {
            draft.discount = Percent(Decimal(Int.random(in: 0...50_000, using: &random)) / 1_000)
                .map { .percent($0) }
        }
        return draft
    }
}

extension TestHousehold {
    /// Sets the costs of products by name.
    fileprivate func setCosts(_ costs: [String: Decimal]) throws {
        try household.container.write { context in
            for (name, cost) in costs { try Product.named(name, in: context)?.cost = cost }
            try household.save(context)
        }
    }
}

extension [Int64: SalesTotals] {
    /// Only the amounts and taxes: lines and sales are counted in different ways.
    fileprivate var amounts: [Int64: [Decimal]] {
        mapValues {
            [$0.amount, $0.tax, $0.cost, $0.netWithCost, $0.quantityWithCost]
        }
    }
}
