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

    /// The sum of the lines.
    public var total: Decimal { lines.reduce(0) { $0 + $1.amount } }

    /// The totals by tax rate, in the order of the lines. Their sum is exactly the ``total``.
    public var taxes: [SaleTax] { SaleTax.of(lines) }

    /// The discount on the whole quote.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The discount on the whole quote as entered; nil for none.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }

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
