import Foundation
import Persistence
import Testing

@testable import Domain

struct SalesLedgerTests {
    @Test(
        "A number far from the others takes no more reading than any other",
        .timeLimit(.minutes(30))
    )
    func farNumbers() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let trace = SQLTrace()
        let household = try Household(directory: directory, trace: trace)
        defer { try? household.close() }
        try household.container.write { context in
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 2, "1.50")])
            let customer = try Customer.add(
                CustomerDetails(name: "Ann"), firstSale: draft, in: context)
            for number: Int64 in [7, 999_999_999_999] {
                customer.addToSales(try Sale.add(draft, number: number, in: context))
            }
            try household.save(context)
        }
        trace.removeAll()

        let totals = try household.container.read { context in
            try household.salesFigures.totals(of: SalesPeriod(), in: context)
        }

        #expect(totals.saleCount == 3)
        #expect(totals.amount == 9)
        #expect(trace.sql.count < 10)
        #expect(try household.container.read { try Sale.nextNumber(in: $0) } == 1_000_000_000_000)
    }

    @Test("After the greatest number there is, none can be given")
    func greatestNumber() throws {
        let shop = try TestHousehold()
        try shop.household.container.write { context in
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
            let customer = try Customer.add(CustomerDetails(name: "Ann"), in: context)
            customer.addToSales(try Sale.add(draft, number: .max, in: context))
            try shop.household.save(context)
        }

        #expect(throws: HouseholdError.self) {
            try shop.household.container.read { try Sale.nextNumber(in: $0) }
        }
        #expect(try shop.amount() == 3)
    }

    @Test("A sale that is put in twice counts once")
    func twice() {
        var ledger = SalesLedger()
        let line = SalesLedger.Line(product: 1, quantity: 2, unitPrice: 150)
        let entry = SalesLedger.Entry(
            number: 4, day: .test, customer: 1, isReturn: false, lines: [line])

        ledger.insert(entry)
        ledger.insert(entry)

        #expect(ledger.sum(of: SalesPeriod()).saleCount == 1)
        #expect(ledger.sum(of: SalesPeriod()).amount == 3)
    }

    @Test("The sums of few days are those of their sales, whichever way these are found")
    func fewDays() {
        var random = SeededNumbers(state: 11)
        var ledger = SalesLedger()
        var entries: [Int64: SalesLedger.Entry] = [:]
        for step in 0..<600 {
            let number = Int64.random(in: 1...400, using: &random)
            if step.isMultiple(of: 9) {
                ledger.remove(number)
                entries[number] = nil
                continue
            }
            let entry = Self.entry(number, &random)
            ledger.insert(entry)
            entries[number] = entry
        }
        for length in [1, 3, 20, 60] {
            let from = CalendarDay.test.adding(days: 5)
            let through = from.adding(days: length - 1)
            let period = SalesPeriod(from: from, through: through)
            let expected = entries.values.filter { from <= $0.day && $0.day <= through }
            Self.expect(ledger, period, expected)
        }
        let before = SalesPeriod(through: CalendarDay.test.adding(days: -1))
        #expect(ledger.sumsByDay(of: before).isEmpty)
        #expect(ledger.sum(of: before) == SalesTotals())
    }

    private static func entry(
        _ number: Int64, _ random: inout SeededNumbers
    ) -> SalesLedger.Entry {
        let lines = (0...Int.random(in: 0...2, using: &random)).map { _ in
            SalesLedger.Line(
                product: Int64.random(in: 1...4, using: &random),
                quantity: Int32.random(in: 1...3, using: &random),
                unitPrice: Int64.random(in: 1...9_999, using: &random))
        }
        return SalesLedger.Entry(
            number: number, day: .test.adding(days: Int.random(in: 0..<100, using: &random)),
            customer: Int64.random(in: 0...30_000, using: &random),
            isReturn: Bool.random(using: &random), lines: lines)
    }

    /// Expects all sums of a period to be those of some sales.
    private static func expect(
        _ ledger: SalesLedger, _ period: SalesPeriod, _ entries: [SalesLedger.Entry]
    ) {
        func cents(_ entries: some Sequence<SalesLedger.Entry>) -> Decimal {
            entries.reduce(0) { sum, entry in
                entry.lines.reduce(sum) {
                    $0 + Decimal(entry.isReturn ? -1 : 1) * Decimal($1.quantity)
                        * Decimal($1.unitPrice) / 100
                }
            }
        }
        let byCustomer = Dictionary(grouping: entries, by: \.customer).mapValues(cents)
        let totals = ledger.sumsByCustomer(of: period)
        let numbers = byCustomer.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)

        #expect(ledger.sum(of: period).amount == cents(entries))
        #expect(ledger.sum(of: period).saleCount == entries.count { !$0.isReturn })
        #expect(ledger.sum(of: period).returnCount == entries.count(where: \.isReturn))
        #expect(totals.mapValues(\.amount) == byCustomer)
        #expect(ledger.sums(of: period, toCustomers: numbers) == totals)
        #expect(ledger.rankingOfCustomers(of: period).numbers == numbers)
        #expect(
            ledger.sumsByProduct(of: period).values.reduce(0) { $0 + $1.amount } == cents(entries))
        #expect(
            (ledger.sums(of: period, byGroupOfProduct: [1: 1, 2: 1])[1]?.saleCount ?? 0)
                == entries.count { entry in
                    !entry.isReturn && entry.lines.contains { $0.product < 3 }
                })
    }
}
