import Foundation
import Persistence
import Testing

@testable import Domain

/// Quotes, and the sales that they become.
struct QuoteTests {
    @Test("A quote has its own number, counts in no total, and does not change the stock")
    func counting() throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann")
        let before = try test.amount()

        let first = try test.quote([.line("Mug", 2, "3.00")], for: ann)
        let second = try test.quote([.line("Mug", 1, "3.00")], for: nil, named: "Bea")

        #expect(first == 1)
        #expect(second == 2)
        #expect(try test.amount() == before)
        #expect(try test.saleNumbers() == [1])
    }

    @Test("The sale of a quote has the quoted amounts, whatever the current prices")
    func selling() throws {
        let test = try TestHousehold()
        let vat = try test.addTaxRate("VAT", "19")
        let added = try test.addTaxRate("Sales tax", "8.875", isAdded: true)
        let ann = try test.addCustomer("Ann")
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            var draft = SaleDraft(day: .test, lines: [])
            draft.lines = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                let cents = Int.random(in: 0...99_999, using: &generator)
                var line = SaleDraft.Line(
                    .productNamed("Mug"),
                    quantity: Decimal(Int.random(in: 1...9, using: &generator)),
                    unitPrice: Decimal(cents) / 100)
                line.tax = [.untaxed, .rate(vat), .rate(added)].randomElement(using: &generator)
                if Bool.random(using: &generator) {
                    line.discount = Percent(Decimal(Int.random(in: 0...50))).map { .percent($0) }
                }
                return line
            }
            draft.discount = Percent(Decimal(Int.random(in: 0...30))).map { .percent($0) }

            try test.household.container.write { context in
                let customer = try Customer.find(ann, in: context)
                let quote = try Quote.add(QuoteDraft(draft), for: customer, in: context)
                try test.household.save(context)
                let sale = try quote.sell(SaleDraft(day: .test, lines: []), in: context)
                try test.household.save(context)
                #expect(sale.total == quote.total)
                #expect(sale.tax == quote.taxes.reduce(0) { $0 + $1.tax })
                #expect(sale.lines.map(\.amount) == quote.lines.map(\.amount))
                #expect(quote.taxes.reduce(0) { $0 + $1.gross } == quote.total)
                #expect(sale.quote === quote)
                #expect(sale.customer === customer)
            }
        }
    }

    @Test("A quote becomes a sale once; again only after that sale was made void")
    func once() throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann")
        try test.quote([.line("Mug", 2, "3.00")], for: ann)
        let sale = try test.sellQuote(1)

        #expect(throws: SaleRefusal.self) { try test.sellQuote(1) }
        #expect(throws: SaleRefusal.self) { try test.withdrawQuote(1) }
        try test.void(sale)
        #expect(try test.sellQuote(1) != sale)
        #expect(try test.saleNumbers() == [1, 2, 3])
    }

    @Test("A withdrawn quote cannot become a sale")
    func withdrawn() throws {
        let test = try TestHousehold()
        try test.quote([.line("Mug", 2, "3.00")], for: nil, named: "Bea")
        try test.withdrawQuote(1)

        #expect(throws: SaleRefusal.self) { try test.sellQuote(1) }
        #expect(throws: SaleRefusal.self) { try test.withdrawQuote(1) }
        #expect(try test.saleNumbers() == [])
    }

    @Test("Removing a person removes them from their quotes, which keep their numbers")
    func removal() throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann")
        try test.quote([.line("Mug", 2, "3.00")], for: ann, address: "2 Low Street")
        try test.household.container.write { context in
            try Customer.find(ann, in: context)?.anonymize(in: context)
            try test.household.save(context)
        }

        try test.household.container.read { context in
            let quote = try #require(try Quote.find(1, in: context))
            #expect(quote.number == 1)
            #expect(quote.customer == nil)
            #expect(quote.buyerName == "The person was removed")
            #expect(quote.buyerAddress == nil)
            #expect(quote.total == 6)
        }
    }
}

extension TestHousehold {
    /// Makes a quote. Returns its number.
    @discardableResult
    func quote(
        _ lines: [SaleDraft.Line], for customer: Int64?, named name: String? = nil,
        address: String? = nil
    ) throws -> Int64 {
        try household.container.write { context in
            var draft = QuoteDraft(SaleDraft(day: .test, lines: lines))
            (draft.buyerName, draft.buyerAddress) = (name, address)
            let customer = try customer.flatMap { try Customer.find($0, in: context) }
            let quote = try Quote.add(draft, for: customer, in: context)
            try household.save(context)
            return quote.number
        }
    }

    /// Makes the sale of a quote. Returns its record number.
    @discardableResult
    func sellQuote(_ number: Int64) throws -> Int64 {
        try household.container.write { context in
            guard let quote = try Quote.find(number, in: context) else { throw NoSuchItem() }
            let sale = try quote.sell(SaleDraft(day: .test, lines: []), in: context)
            try household.save(context)
            return sale.savedNumber
        }
    }

    /// Withdraws a quote.
    func withdrawQuote(_ number: Int64) throws {
        try household.container.write { context in
            guard let quote = try Quote.find(number, in: context) else { throw NoSuchItem() }
            try quote.withdraw()
            try household.save(context)
        }
    }
}
