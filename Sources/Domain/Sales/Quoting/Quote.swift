public import Foundation
public import Persistence

/// A quote: lines with prices that are valid until a day.
///
/// It does not count as a sale or change the stock until it becomes one (``sell(_:to:in:)``).
public final class Quote: ShopRecord {
    override class var rules: SalesRules {
        SalesRules(texts: ["buyerName"], longTexts: ["buyerAddress", "note"])
    }
}

extension Quote {
    /// The day of the quote.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The last day of validity; nil if unlimited.
    public var lastDay: CalendarDay? { validThrough.map(CalendarDay.init) }

    /// Whether the quote was withdrawn.
    public var isWithdrawn: Bool { voidedAt != nil }

    /// The resulting sale; nil if there is none, or if it is void.
    public var countingSale: Sale? { sale.flatMap { $0.isVoid ? nil : $0 } }

    /// Withdraws the quote; it keeps its number.
    ///
    /// - Throws: ``SaleRefusal`` if it was withdrawn already, or has become a sale.
    public func withdraw(at date: Date = Date()) throws(SaleRefusal) {
        if let sale = countingSale {
            throw SaleRefusal(
                "quote", "Quote \(writtenNumber) has become sale \(sale.writtenNumber).")
        }
        guard !isWithdrawn else {
            throw SaleRefusal("quote", "Quote \(writtenNumber) is withdrawn already.")
        }
        voidedAt = date
    }

    /// Removes the buyer; number, days and amounts stay.
    func removeBuyer() {
        if buyerName != nil || customer != nil { buyerName = "The person was removed" }
        buyerAddress = nil
        note = nil
    }
}

/// A line of a quote: a product, its quantity and its unit price.
public final class QuoteLine: ShopRecord {
    override class var rules: SalesRules {
        SalesRules(amounts: ["unitPrice"], quantities: ["quantity"])
    }
}

/// The entered values of a new quote.
public struct QuoteDraft: Sendable, Hashable {
    /// The day, lines, discount, tax and note; payments are ignored.
    public var sale: SaleDraft
    /// The last day of validity; nil for unlimited.
    public var lastDay: CalendarDay?
    /// The name of a buyer who is not a customer yet.
    public var buyerName: String?
    /// The lines of the buyer's address; nil for none.
    public var buyerAddress: String?

    /// - Parameter sale: day, lines, discount, tax and note.
    public init(_ sale: SaleDraft) {
        self.sale = sale
    }

    /// The default number of days of validity.
    public static let usualDays = 30
}

extension Quote {
    /// Inserts a quote with its number and lines.
    ///
    /// - Parameters:
    ///   - draft: the entered values.
    ///   - customer: the customer. Default: nil, for the buyer in the draft.
    /// - Throws: ``SaleRefusal`` with its faults; errors of the store.
    public static func add(
        _ draft: QuoteDraft, for customer: Customer? = nil, in context: ManagedObjectContext
    ) throws -> Quote {
        // Determined first, because the new quote's default number must not count.
        let number = try nextNumber(in: context)
        let quote = Quote(context: context)
        try quote.take(number, on: draft.sale.day, in: context)
        try quote.take(draft, for: customer, in: context)
        return quote
    }

    /// Changes the quote under the same number.
    ///
    /// - Parameter keepsLines: whether the lines stay, regardless of those of the draft. A tax of the
    ///   whole draft becomes that of each. Default: no.
    /// - Throws: ``SaleRefusal`` with its faults, or if it was accepted or withdrawn; errors of the
    ///   store.
    public func change(
        to draft: QuoteDraft, for customer: Customer? = nil, keepingLines keepsLines: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        try sellingFaults.check()
        if !keepsLines {
            for line in lines {
                removeFromLines(line)
                context.delete(line)
            }
        }
        try take(draft, for: customer, keepingLines: keepsLines, in: context)
        // Lines alone may have changed.
        raiseVersion()
    }

    private func take(
        _ draft: QuoteDraft, for customer: Customer?, keepingLines keepsLines: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        date = draft.sale.day.date
        validThrough = draft.lastDay?.date
        self.customer = customer
        buyerName = customer == nil ? draft.buyerName : nil
        buyerAddress = draft.buyerAddress
        note = draft.sale.note
        discount = draft.sale.discount
        let taxes = try SaleTaxes(draft.sale, in: context)
        var faults = draft.faults(isNamed: customer != nil, hasLines: keepsLines)
        if keepsLines {
            faults += [taxes.fault].compactMap(\.self)
            if draft.sale.tax != nil { for line in lines { line.taxRate = taxes.rate } }
        } else {
            faults += try draft.sale.faults(taxes) { try add($0, at: $1, taxes, in: context) }
        }
        try faults.check()
        try calculateLinePrices(in: taxes.currency)
    }

    private func add(
        _ line: SaleDraft.Line, at index: Int, _ taxes: SaleTaxes, in context: ManagedObjectContext
    ) throws {
        if case .item = line.subject {
            throw SaleFault(
                line: index, "product", "An item from the inventory cannot be quoted.")
        }
        let product = try line.product(
            soldAs: nil, for: line.unitPrice, at: index, in: context)
        let added = QuoteLine(context: context)
        try added.take(line, of: product, for: line.unitPrice, at: index, taxes, in: context)
        addToLines(added)
    }
}

extension QuoteDraft {
    /// The faults other than those of its lines.
    ///
    /// - Parameters:
    ///   - isNamed: whether it is for a customer.
    ///   - hasLines: whether the quote has lines besides those of the draft.
    fileprivate func faults(isNamed: Bool, hasLines: Bool) -> [SaleFault] {
        var faults: [SaleFault] = []
        if sale.lines.isEmpty, !hasLines { faults.add("lines", "Add at least one line.") }
        if !isNamed, buyerName == nil { faults.add("buyerName", "Enter who the quote is for.") }
        faults.add("date", SaleDraft.fault(of: sale.day))
        if let lastDay {
            if let fault = SaleDraft.fault(of: lastDay) {
                faults.add("validThrough", fault)
            } else if lastDay < sale.day {
                faults.add(
                    "validThrough", "The last day of the prices is before the date of the quote.")
            }
        }
        return faults
    }
}

extension Quote {
    /// Inserts the sale of the quote: the same lines, prices, discounts and taxes.
    ///
    /// - Parameters:
    ///   - terms: its day, time and payments; its lines, discount and tax are ignored.
    ///   - customer: the customer. Default: nil, for the quote's customer or a walk-in.
    /// - Throws: ``SaleRefusal`` with its faults; errors of the store.
    public func sell(
        _ terms: SaleDraft, to customer: Customer? = nil, in context: ManagedObjectContext
    ) throws -> Sale {
        try sellingFaults.check()
        var draft = SaleDraft(day: terms.day, lines: lines.compactMap(\.draft))
        draft.time = terms.time
        draft.discount = discount
        draft.note = terms.note ?? note
        draft.payments = terms.payments
        draft.isOnAccount = terms.isOnAccount
        let made: Sale
        do {
            made = try Sale.add(draft, to: customer ?? self.customer, in: context)
        } catch let refusal as SaleRefusal {
            // The form has no fields for lines.
            throw SaleRefusal(refusal.faults.map(\.ofWholeQuote))
        }
        made.quote = self
        return made
    }

    /// The reasons why it cannot become a sale; empty if it can.
    public var sellingFaults: [SaleFault] {
        if let sale = countingSale {
            return [
                SaleFault(
                    "quote", "Quote \(writtenNumber) has become sale \(sale.writtenNumber) already."
                )
            ]
        }
        return isWithdrawn ? [SaleFault("quote", "Quote \(writtenNumber) is withdrawn.")] : []
    }
}

extension QuoteLine {
    /// The line for a sale; nil without a product, which every saved line has.
    fileprivate var draft: SaleDraft.Line? {
        guard let number = product?.objectID.recordNumber else { return nil }
        var line = SaleDraft.Line(
            .product(number), quantity: quantity ?? 1, unitPrice: unitPrice)
        line.discount = discount
        line.tax = taxRate?.objectID.recordNumber.map { .rate($0) } ?? .untaxed
        return line
    }
}

extension SaleFault {
    /// The same fault for the whole quote, with the number of the line.
    fileprivate var ofWholeQuote: SaleFault {
        guard let line else { return self }
        return SaleFault("quote", "Line \(line + 1): \(description)")
    }
}
