public import Foundation
public import Persistence

/// Money that came in for a sale, or went back for a return, on a day. It has a number and a receipt of
/// its own.
public final class Payment: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["voidReason"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["reference"])
    }
}

extension Payment {
    /// The amount; below zero for money that went back.
    public var amount: Decimal { Cents.amount(amountCents) }

    /// What was handed over; 0 if nobody said.
    public var tendered: Decimal { Cents.amount(tenderedCents) }

    /// What was given back of what was handed over; 0 for money that went back, for which nobody handed
    /// anything over.
    public var change: Decimal {
        Cents.amount(amountCents < 0 ? 0 : max(tenderedCents - amountCents, 0))
    }

    /// The day of the payment.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The time of day; nil if nobody knows it.
    public var time: TimeOfDay? {
        get { minuteOfDay.flatMap { TimeOfDay(minute: Int($0)) } }
        set { minuteOfDay = newValue.map { Int16($0.minute) } }
    }

    /// Whether the payment counts nowhere.
    public var isVoid: Bool { voidedAt != nil }
}
