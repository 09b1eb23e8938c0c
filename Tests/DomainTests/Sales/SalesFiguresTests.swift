import Foundation
import Persistence
import Testing

@testable import Domain

struct SalesFiguresTests {
    /// The expected totals, summed one by one.
    private struct Expected: Equatable {
        var whole: Decimal = 0
        var quantity: Decimal = 0
        var months: [CalendarDay: Decimal] = [:]
        var products: [Int64: Decimal] = [:]
        var customers: [Int64: Decimal] = [:]
        var pieces: [Int64: Decimal] = [:]
        /// The first and the last day of a sale, excluding returns.
        var daysOfProducts: [Int64: ClosedRange<CalendarDay>] = [:]
        var daysOfCustomers: [Int64: ClosedRange<CalendarDay>] = [:]

        init() {}

        init(_ context: ManagedObjectContext) throws {
            for sale in try context.fetch(FetchRequest<Sale>()) where !sale.isVoid {
                let day = try #require(sale.day)
                let month = day.firstOfMonth
                let customer = sale.customer?.savedNumber ?? 0
                if !sale.isReturn { Self.note(day, of: customer, in: &daysOfCustomers) }
                for line in sale.lines {
                    let product = line.product?.savedNumber ?? 0
                    if !sale.isReturn { Self.note(day, of: product, in: &daysOfProducts) }
                    let sign: Decimal = sale.isReturn ? -1 : 1
                    let size = sign * (line.quantity ?? 0)
                    let amount = sign * line.amount
                    whole += amount
                    quantity += size
                    months[month, default: 0] += amount
                    products[product, default: 0] += amount
                    pieces[product, default: 0] += size
                    customers[customer, default: 0] += amount
                }
            }
        }

        private static func note(
            _ day: CalendarDay, of number: Int64,
            in days: inout [Int64: ClosedRange<CalendarDay>]
        ) {
            let known = days[number] ?? day...day
            days[number] = min(known.lowerBound, day)...max(known.upperBound, day)
        }
    }

    @Test("The sums of generated sales are exact before and after every kind of change")
    func generated() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 42)
        let first = try shop.addCustomer("First")
        for step in 0..<80 {
            try shop.household.container.write { context in
                try Self.change(shop, step, &random, first, in: context)
                try shop.household.save(context)
            }
            let (known, expected) = try shop.household.container.read { context in
                (try Self.sums(shop.household.salesFigures, context), try Expected(context))
            }
            #expect(known == expected)
            let miscounted = try shop.household.container.read { try Sale.miscounted(in: $0) }
            #expect(miscounted.isEmpty)
            try Self.checkSummaries(shop)
        }
        let fresh = try shop.household.container.read { context in
            try Self.sums(SalesFigures(shop.household.changes), context)
        }
        let kept = try shop.household.container.read { context in
            try Self.sums(shop.household.salesFigures, context)
        }
        #expect(fresh == kept)
    }

    @Test("Many lines of 0.10 have an exact sum, and large amounts lose no digits")
    func exactness() throws {
        let shop = try TestHousehold()
        let cents = Array(repeating: SaleDraft.Line.line("Mug", 1, "0.10"), count: 100)
        let ann = try shop.addCustomer("Ann", cents)
        for _ in 0..<19 { try shop.addSale(to: ann, cents) }
        let bob = try shop.addCustomer("Bob")
        try shop.void(21)
        let great = Array(
            repeating: SaleDraft.Line.line("Ring", 1_000_000, "9999999999999.99"), count: 2)
        let sale = try shop.addSale(to: bob, great)
        let whole = try #require(Decimal(string: "19999999999999980000"))

        try shop.household.container.read { context in
            let (figures, all) = (shop.household.salesFigures, SalesPeriod())
            let totals = try figures.totals(of: all, in: context)
            #expect(totals.amount == whole + 200)
            #expect(totals.saleCount == 21)
            #expect(totals.quantity == 2_002_000)
            let ring = try #require(try Product.named("Ring", in: context)?.objectID.recordNumber)
            var query = SaleQuery()
            query.predicate = try FetchPredicate(format: "number > 0")
            for sums in [
                try figures.totals(by: .product, of: all, in: context)[ring],
                try figures.totals(by: .product, of: query, in: context)[ring],
                try figures.totals(of: SalesPeriod(product: ring), in: context),
                try figures.totals(of: SalesPeriod(customer: bob), in: context),
                try figures.totals(by: .customer, of: SalesPeriod.day(.test), in: context)[bob],
                try SalesSummary.ofCustomers([bob], in: context)[bob]?.totals,
                try figures.summaries(ofProducts: [ring], in: context)[ring]?.totals,
            ] {
                #expect(sums?.amount == whole)
                #expect(sums?.saleCount == 1)
            }
            let hours = try figures.totalsByHour(of: all, in: context)
            #expect(hours.values.reduce(0) { $0 + $1.amount } == whole + 200)
            #expect(try figures.customers(of: all, at: 0..<2, in: context) == [bob, ann])
            let later = SalesPeriod.day(.test.adding(days: 1))
            #expect(try figures.totals(of: later, in: context).amount == 0)
        }

        try shop.void(sale)

        #expect(try shop.amount() == 200)
        let miscounted = try shop.household.container.read { try Sale.miscounted(in: $0) }
        #expect(miscounted.isEmpty)
    }

    @Test("Customers are sorted by what was sold to them, page by page")
    func ranking() throws {
        let shop = try TestHousehold()
        let customers = try zip(["Ann", "Bob", "Cid", "Dan"], ["5", "9", "5", "1"]).map {
            try shop.addCustomer($0, [.line("Mug", 1, $1)])
        }
        try shop.addSale(SaleDraft(day: .test, lines: [.line("Mug", 1, "7")]), to: nil)

        try shop.household.container.read { context in
            let (figures, day) = (shop.household.salesFigures, SalesPeriod.day(.test))
            let extent = try figures.extentOfCustomers(of: day, in: context)
            #expect(extent.count == 5 && !extent.isTaxed)
            let first = try figures.customers(of: day, at: 0..<3, in: context)
            let rest = try figures.customers(of: day, at: 3..<5, in: context)
            #expect(first == [customers[1], 0, customers[0]])
            #expect(rest == [customers[2], customers[3]])
            let shown = try figures.totals(of: day, toCustomers: first, in: context)
            #expect(shown.mapValues(\.amount) == [customers[1]: 9, 0: 7, customers[0]: 5])
        }
    }

    @Test("A period selects the sales by day, customer and product")
    func periods() throws {
        let shop = try TestHousehold()
        let day = CalendarDay.test
        let ann = try shop.addCustomer("Ann", [.line("Mug", 2, "1.50"), .line("Sofa", 1, "10")])
        let bob = try shop.addCustomer("Bob", [.line("Mug", 1, "1.50")], on: day.adding(days: 1))
        try shop.addSale(to: ann, [.line("Mug", 4, "1")], on: day.adding(days: 40))

        try shop.household.container.read { context in
            let figures = shop.household.salesFigures
            let mug = try #require(try Product.named("mug", in: context)?.objectID.recordNumber)
            func amount(_ period: SalesPeriod) throws -> Decimal {
                try figures.totals(of: period, in: context).amount
            }
            #expect(try amount(.day(day)) == 13)
            #expect(
                try amount(SalesPeriod(from: day.firstOfMonth, through: day.lastOfMonth))
                    == Decimal(string: "14.5"))
            #expect(try amount(SalesPeriod(customer: ann)) == 17)
            #expect(try amount(SalesPeriod(customer: ann, product: mug)) == 7)
            #expect(try amount(SalesPeriod(from: day.adding(days: 1))) == Decimal(string: "5.5"))
            #expect(try amount(SalesPeriod(customer: bob + 100)) == 0)
            let totals = try figures.totals(of: SalesPeriod(product: mug), in: context)
            #expect(totals.saleCount == 3)
            #expect(totals.quantity == 7)
            let summaries = try SalesSummary.ofCustomers([ann, bob + 100], in: context)
            #expect(summaries[ann]?.days == day...day.adding(days: 40))
            #expect(summaries[bob + 100] == nil)
        }
    }

    private static func sums(
        _ figures: SalesFigures, _ context: ManagedObjectContext
    ) throws -> Expected {
        let period = SalesPeriod()
        let whole = try figures.totals(of: period, in: context)
        var sums = Expected()
        sums.whole = whole.amount
        sums.quantity = whole.quantity
        for (day, totals) in try figures.totalsByDay(of: period, in: context) {
            sums.months[day.firstOfMonth, default: 0] += totals.amount
        }
        sums.products = try figures.totals(by: .product, of: period, in: context).mapValues(
            \.amount)
        sums.customers = try figures.totals(by: .customer, of: period, in: context).mapValues(
            \.amount)
        let summaries = try figures.summaries(
            ofProducts: context.fetchObjectIDs(FetchRequest<Product>()).compactMap(\.recordNumber),
            in: context)
        sums.pieces = summaries.mapValues(\.totals.quantity)
        sums.daysOfProducts = summaries.compactMapValues(\.days)
        sums.daysOfCustomers = try SalesSummary.ofCustomers(
            Self.customers(context), in: context
        ).compactMapValues(\.days)
        return sums
    }

    /// The record numbers of all customers, and 0 for none.
    private static func customers(_ context: ManagedObjectContext) throws -> [Int64] {
        [0] + (try context.fetchObjectIDs(FetchRequest<Customer>())).compactMap(\.recordNumber)
    }

    /// Checks that the summaries in lists equal the totals computed in other ways.
    private static func checkSummaries(_ shop: TestHousehold) throws {
        try shop.household.container.read { context in
            let figures = shop.household.salesFigures
            let numbers = try customers(context)
            let known = try SalesSummary.ofCustomers(numbers, in: context)
            for number in numbers {
                let totals = try figures.totals(
                    of: SalesPeriod(customer: number), in: context)
                #expect(known[number]?.totals ?? SalesTotals() == totals)
            }
            #expect(
                try figures.totals(ofCustomers: numbers, in: context)
                    == figures.totals(of: SalesPeriod(), in: context))
            var query = SaleQuery()
            query.predicate = try FetchPredicate(format: "number > 0")
            #expect(
                try figures.totals(by: .product, of: SalesPeriod(), in: context)
                    == figures.totals(by: .product, of: query, in: context))
        }
    }

    private static func change(
        _ shop: TestHousehold, _ step: Int, _ random: inout SeededNumbers, _ first: Int64,
        in context: ManagedObjectContext
    ) throws {
        let customers = try context.fetch(FetchRequest<Customer>())
        let customer = try #require(customers.randomElement(using: &random))
        let sale = try context.fetch(FetchRequest<Sale>()).randomElement(using: &random)
        let day = CalendarDay.test.adding(days: Int.random(in: -90...90, using: &random))
        let lines = (0...Int.random(in: 0...3, using: &random)).map { _ in
            let cents = Int.random(in: 0...9_999_999, using: &random)
            return SaleDraft.Line(
                .productNamed("P\(Int.random(in: 0...6, using: &random))"),
                quantity: Decimal(Int.random(in: 1...50, using: &random)),
                unitPrice: Decimal(cents) / 100)
        }
        switch Int.random(in: 0...9, using: &random) {
        case 0: try? sale?.void(reason: "A test")
        case 1:
            let back = sale?.returnableLines.first { $0.quantity > 0 }
            if let sale, let back, !sale.isVoid, !sale.isReturn {
                let line = SaleDraft.Line(
                    .product(back.product), quantity: 1, unitPrice: back.unitPrice)
                let later = max(day, sale.day ?? day)
                _ = try sale.addReturn(SaleDraft(day: later, lines: [line]), in: context)
            }
        case 2 where customer.objectID.recordNumber != first: context.delete(customer)
        case 3 where customer.objectID.recordNumber != first: try customer.anonymize(in: context)
        case 4 where customer.objectID.recordNumber != first:
            let other = try #require(try Customer.find(first, in: context))
            customer.merge(into: other, in: context)
        case 5, 6:
            _ = try Customer.add(
                named: "C\(step)", firstSale: SaleDraft(day: day, lines: lines),
                in: context)
        default: _ = try customer.addSale(SaleDraft(day: day, lines: lines), in: context)
        }
    }

    @Test("Sales are sorted by exact totals, equal ones latest first, and void ones last")
    func byTotal() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "3.00")])
        try shop.addSale(to: ann, [.line("Mug", 1_000_000, "9999999999999.99")])
        try shop.addSale(to: ann, [.line("Mug", 2, "1.50")])
        try shop.addSale(to: ann, [.line("Mug", 1, "2.99"), .line("Jug", 1, "0.02")])
        try shop.addSale(to: ann, [.line("Mug", 1, "50")])
        try shop.addSale(to: ann, [.line("Mug", 1, "70")])
        try shop.household.container.write { context in
            let sales = try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }
            try sales[4].void(reason: "Mistyped")
            _ = try sales[5].addReturn(
                SaleDraft(day: .test, lines: [.line("Mug", 1, "70")]), in: context)
            try shop.household.save(context)
        }

        let orders = try shop.household.container.read { context in
            try [false, true].map { isAscending in
                var query = SaleQuery()
                query.isTotalAscending = isAscending
                return try context.fetch(query.fetchRequest(context.coordinator)).map(\.number)
            }
        }

        #expect(orders[0] == [2, 6, 4, 3, 1, 7, 5])
        #expect(orders[1] == [7, 3, 1, 4, 6, 2, 5])
    }
}
