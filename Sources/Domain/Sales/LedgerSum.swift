import Foundation

/// A sum in cents, which no number of lines makes too large.
struct LedgerSum {
    private var saleCount = 0
    private var returnCount = 0
    private var quantity: Int64 = 0
    private var cents: Int128 = 0

    /// Adds a line of a sale, which counts once, however many of its lines are added.
    mutating func add(_ line: SalesLedger.Line, isReturn: Bool) {
        let amount = Int128(line.unitPrice) * Int128(line.quantity)
        if isReturn {
            cents -= amount
            quantity -= Int64(line.quantity)
            returnCount = 1
        } else {
            cents += amount
            quantity += Int64(line.quantity)
            saleCount = 1
        }
    }

    /// Adds the sum of other sales.
    mutating func add(_ other: LedgerSum) {
        saleCount += other.saleCount
        returnCount += other.returnCount
        quantity += other.quantity
        cents += other.cents
    }

    /// The totals; nil without any sale.
    var totals: SalesTotals? {
        guard saleCount > 0 || returnCount > 0 else { return nil }
        var totals = SalesTotals()
        totals.saleCount = saleCount
        totals.returnCount = returnCount
        totals.quantity = quantity
        totals.amount = Self.dollars(cents)
        return totals
    }

    /// Moving the decimal mark costs a fraction of a division.
    private static func dollars(_ cents: Int128) -> Decimal {
        let (high, low) = cents.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let low64 = Int64(low)
        let whole =
            high == 0
            ? Decimal(low64) : Decimal(Int64(high)) * 1_000_000_000_000_000_000 + Decimal(low64)
        return Decimal(sign: .plus, exponent: -2, significand: whole)
    }
}
