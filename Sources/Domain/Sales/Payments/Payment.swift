public import Foundation
public import Persistence

/// A payment of a sale or a refund of a return, on a day, with its own number and receipt.
public final class Payment: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["voidReason"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["reference"])
    }
}

extension Payment {
    /// The amount; negative for a refund.
    public var amount: Decimal { Cents.amount(amountCents) }

    /// The tendered amount; 0 if unknown.
    public var tendered: Decimal { Cents.amount(tenderedCents) }

    /// The change given; 0 for a refund.
    public var change: Decimal {
        Cents.amount(amountCents < 0 ? 0 : max(tenderedCents - amountCents, 0))
    }

    /// The day of the payment.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The time of day; nil if unknown.
    public var time: TimeOfDay? {
        get { minuteOfDay.flatMap { TimeOfDay(minute: Int($0)) } }
        set { minuteOfDay = newValue.map { Int16($0.minute) } }
    }

    /// Whether the payment is void.
    public var isVoid: Bool { voidedAt != nil }
}

/// The entered values of a new payment.
public struct PaymentDraft: Sendable, Hashable {
    /// The record number of the kind.
    public var kind: Int64
    /// The tendered amount; nil for the amount due. For cash it may be more, which gives change.
    public var amount: Decimal?
    /// A reference, such as the number of a slip; nil for none.
    public var reference: String?

    public init(kind: Int64, amount: Decimal? = nil, reference: String? = nil) {
        self.kind = kind
        self.amount = amount
        self.reference = reference
    }
}
