public import Foundation
import Persistence

/// Counts and sums of sales. Voided sales count nowhere, returns are subtracted.
public struct SalesTotals: Sendable, Hashable {
    /// The number of sales; in the totals of each product, the number of lines.
    public var saleCount = 0
    /// The number of returns; in the totals of each product, the number of their lines.
    public var returnCount = 0
    /// How many pieces were sold and did not come back, or how much.
    public var quantity: Decimal = 0
    /// The sum of the lines, with discounts and taxes, exactly.
    public var amount: Decimal = 0
    /// The taxes in it.
    public var tax: Decimal = 0
    /// What was sold cost the shop, as far as that is known.
    public var cost: Decimal = 0
    /// The sum without taxes of those lines of which it is known what they cost.
    public var netWithCost: Decimal = 0
    /// How many of the pieces are of those lines.
    public var quantityWithCost: Decimal = 0

    public init() {}

    /// The sum without taxes.
    public var net: Decimal { amount - tax }

    /// The sum without taxes of the lines of which nobody knows what they cost.
    public var netWithoutCost: Decimal { net - netWithCost }

    /// How many of the pieces are of those lines.
    public var quantityWithoutCost: Decimal { quantity - quantityWithCost }

    /// Whether there is anything of which nobody knows what it cost.
    public var hasUnknownCost: Bool { quantityWithoutCost != 0 || netWithoutCost != 0 }

    /// Whether there is anything of which it is known what it cost.
    public var hasKnownCost: Bool { quantityWithCost != 0 || netWithCost != 0 || cost != 0 }

    /// Whether what the shop earned is known of any line, or there is nothing to be known.
    public var isMarginKnown: Bool { hasKnownCost || !hasUnknownCost }

    /// What the shop earned, of the lines of which it is known what they cost; nil if it is known of none.
    public var margin: Decimal? { isMarginKnown ? netWithCost - cost : nil }

    public static func + (first: SalesTotals, second: SalesTotals) -> SalesTotals {
        var sum = first
        sum.saleCount += second.saleCount
        sum.returnCount += second.returnCount
        sum.quantity += second.quantity
        sum.amount += second.amount
        sum.tax += second.tax
        sum.cost += second.cost
        sum.netWithCost += second.netWithCost
        sum.quantityWithCost += second.quantityWithCost
        return sum
    }

    public static func - (first: SalesTotals, second: SalesTotals) -> SalesTotals {
        var difference = first
        difference.saleCount -= second.saleCount
        difference.returnCount -= second.returnCount
        difference.quantity -= second.quantity
        difference.amount -= second.amount
        difference.tax -= second.tax
        difference.cost -= second.cost
        difference.netWithCost -= second.netWithCost
        difference.quantityWithCost -= second.quantityWithCost
        return difference
    }

    /// The number of lines in the sales of a customer, whatever kind of sale.
    static func lineCount(
        ofCustomer id: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> Int {
        return try context.count(for: FetchRequest<SaleLine>(.key("sale.customer") == id))
    }
}
