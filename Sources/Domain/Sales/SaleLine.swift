public import Foundation
public import Persistence

/// One product in a sale: how many of it, and what each cost on that day.
///
/// What is worked out of discounts and taxes is kept in whole cents, so that the store adds it up
/// exactly.
public final class SaleLine: ManagedObject {
    /// A unit price has cents at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice", "unitCost"],
            texts: ["serialNumber"])
    }
}

extension SaleLine {
    /// What the line adds to the total of its sale: quantity times unit price, less its discount and
    /// its share of the sale's, and with its tax.
    public var amount: Decimal { listAmount + Cents.amount(adjustmentCents) }

    /// Quantity times unit price.
    public var listAmount: Decimal { Decimal(quantity) * (unitPrice ?? 0) }

    /// What is taken off the line.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The line's share of what is taken off the whole sale.
    public var share: Decimal { Cents.amount(shareCents) }

    /// The tax, in the price or on top of it.
    public var tax: Decimal { Cents.amount(taxCents) }
}
