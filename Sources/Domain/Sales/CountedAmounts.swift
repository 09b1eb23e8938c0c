/// The contribution of a sale or a line to sums: nothing if it is void, negative for a return.
struct CountedAmounts: Sendable, Hashable {
    /// 1 for a sale that counts; of several lines with one product, only the first has it.
    var sales: Int16 = 0
    /// 1 for a return, likewise.
    var returns: Int16 = 0
    /// The quantity in thousandths.
    var thousandths: Int64 = 0
    /// The amount in cents.
    var cents: Int64 = 0
    var taxCents: Int64 = 0
    /// The known cost to the shop.
    var costCents: Int64 = 0
    /// The amount without taxes of the lines with a known cost.
    var netCents: Int64 = 0
    /// The quantity of these lines, in thousandths.
    var costThousandths: Int64 = 0

    /// The attributes that store it.
    static let keys: Set<String> = [
        "countedSales", "countedReturns", "countedThousandths", "countedCents", "countedTaxCents",
        "countedCostCents", "countedNetCents", "countedCostThousandths",
    ]

    /// The greatest amount of a record, so that nine million of them fit into 64 bits.
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
