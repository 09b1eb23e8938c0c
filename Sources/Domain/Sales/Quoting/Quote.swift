public import Foundation
public import Persistence

/// What the shop offers somebody: lines with prices that hold until a day.
///
/// It is no sale: nothing of it counts anywhere, and it takes nothing from the stock, until it becomes
/// one (``sell(_:to:in:)``).
public final class Quote: ManagedObject {
    /// No card number stands on what is sent to people.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["buyerName"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["buyerAddress", "note"])
    }
}

extension Quote {
    /// The day of the quote.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The last day on which the prices hold; nil if nobody said so.
    public var lastDay: CalendarDay? { validThrough.map(CalendarDay.init) }

    /// Whether the offer was taken back.
    public var isWithdrawn: Bool { voidedAt != nil }

    /// The sale that it became; nil while it is an offer, and once that sale is void.
    public var countingSale: Sale? { sale.flatMap { $0.isVoid ? nil : $0 } }

    /// The sum of the lines.
    public var total: Decimal { lines.reduce(0) { $0 + $1.amount } }

    /// What it comes to by tax rate, in the order of its lines. They make exactly the ``total``.
    public var taxes: [SaleTax] { SaleTax.of(lines) }

    /// What is taken off all of it.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// What is taken off all of it, as it was given; nil for nothing.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }

    /// Takes the offer back; it stays with its number.
    ///
    /// - Throws: ``SaleRefusal`` if it was taken back already, or has become a sale.
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

    /// Takes out whom it was made for; number, days and amounts stay.
    func removeBuyer() {
        if buyerName != nil || customer != nil { buyerName = "The person was removed" }
        buyerAddress = nil
        note = nil
    }
}
