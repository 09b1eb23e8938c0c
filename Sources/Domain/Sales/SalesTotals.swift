public import Foundation
import Persistence

/// Counts and sums of sales. Voided sales count nowhere, returns are subtracted.
public struct SalesTotals: Sendable, Hashable {
    /// The number of sales; in the totals of each product, the number of lines.
    public var saleCount = 0
    /// The number of returns; in the totals of each product, the number of their lines.
    public var returnCount = 0
    /// How many pieces were sold and did not come back.
    public var quantity: Int64 = 0
    /// The sum of the lines, exactly.
    public var amount: Decimal = 0

    public init() {}

    public static func + (first: SalesTotals, second: SalesTotals) -> SalesTotals {
        var sum = first
        sum.saleCount += second.saleCount
        sum.returnCount += second.returnCount
        sum.quantity += second.quantity
        sum.amount += second.amount
        return sum
    }

    public static func - (first: SalesTotals, second: SalesTotals) -> SalesTotals {
        var difference = first
        difference.saleCount -= second.saleCount
        difference.returnCount -= second.returnCount
        difference.quantity -= second.quantity
        difference.amount -= second.amount
        return difference
    }

    /// The number of lines in the sales of a customer, whatever kind of sale.
    static func lineCount(
        ofCustomer id: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> Int {
        var request = FetchRequest<SaleLine>()
        request.predicate = try FetchPredicate(format: "sale.customer == %@", id)
        return try context.count(for: request)
    }
}
