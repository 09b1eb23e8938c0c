/// What a sale or a line of one adds to sums: nothing while it is void, and below zero when it came back.
struct CountedAmounts: Sendable, Hashable {
    /// 1 for a sale that counts; of lines with the same product the first one has it.
    var sales: Int16 = 0
    /// The same for a return.
    var returns: Int16 = 0
    /// How many pieces, or how much, in whole thousandths.
    var thousandths: Int64 = 0
    /// What it comes to, in whole hundredths as all amounts are.
    var cents: Int64 = 0
    var taxCents: Int64 = 0
    /// What it cost the shop, as far as that is known.
    var costCents: Int64 = 0
    /// What the lines come to without taxes of which that is known.
    var netCents: Int64 = 0
    /// How many pieces these lines have, or how much, in whole thousandths.
    var costThousandths: Int64 = 0

    /// The attributes that keep it.
    static let keys: Set<String> = [
        "countedSales", "countedReturns", "countedThousandths", "countedCents", "countedTaxCents",
        "countedCostCents", "countedNetCents", "countedCostThousandths",
    ]

    /// No amount of a record is greater, so that a store can add up nine million of them in 64 bits.
    static let greatest: Int64 = 1_000_000_000_000

    var isWithinBounds: Bool {
        [cents, taxCents, costCents, netCents].allSatisfy { $0.magnitude <= Self.greatest }
    }

    static func += (sum: inout Self, line: Self) {
        sum.thousandths += line.thousandths
        sum.cents += line.cents
        sum.taxCents += line.taxCents
        sum.costCents += line.costCents
        sum.netCents += line.netCents
        sum.costThousandths += line.costThousandths
    }

    static func * (amounts: Self, sign: Int64) -> Self {
        var product = amounts
        product.thousandths *= sign
        product.cents *= sign
        product.taxCents *= sign
        product.costCents *= sign
        product.netCents *= sign
        product.costThousandths *= sign
        return product
    }
}
