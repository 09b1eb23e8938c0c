public import Foundation
public import Persistence

/// A quote: lines with prices that are valid until a day.
///
/// It does not count as a sale or change the stock until it becomes one (``sell(_:to:in:)``).
public final class Quote: ManagedObject {
    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["buyerName"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["buyerAddress", "note"])
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
            throw SaleRefusal([
                SaleFault("quote", "Quote \(writtenNumber) has become sale \(sale.writtenNumber).")
            ])
        }
        guard !isWithdrawn else {
            throw SaleRefusal([SaleFault("quote", "Quote \(writtenNumber) is withdrawn already.")])
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
public final class QuoteLine: ManagedObject {
    /// Rejects unit prices with more than two decimals, and quantities with more than three.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice"], quantities: ["quantity"])
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
