/// Sums by the numbers of records or days.
struct LedgerSums {
    private let first: Int64
    /// The sums beside each other, where that takes little memory.
    private var dense: [LedgerSum] = []
    private var sparse: [Int64: LedgerSum] = [:]
    private static let denseLimit: Int64 = 1_000_000

    /// - Parameter keys: the least and the greatest key.
    init(keys: ClosedRange<Int64>) {
        first = keys.lowerBound
        if keys.upperBound - keys.lowerBound < Self.denseLimit {
            dense = Array(
                repeating: LedgerSum(), count: Int(keys.upperBound - keys.lowerBound) + 1)
        }
    }

    /// Adds lines of one sale, which counts once if it has any.
    ///
    /// - Parameter product: the product whose lines are added; nil for all.
    mutating func add(
        _ lines: SalesLedger.Lines, of product: Int64?, isReturn: Bool, to key: Int64
    ) {
        var sum = LedgerSum()
        for line in lines.lines where product == nil || line.product == product {
            sum.add(line, lines.extra(of: line), isReturn: isReturn)
        }
        if dense.isEmpty {
            sparse[key, default: LedgerSum()].add(sum)
        } else {
            dense[Int(key - first)].add(sum)
        }
    }

    /// Adds a line of a sale.
    ///
    /// - Parameter isFirst: whether it is the first line of the sale under its key: the sale counts with it.
    mutating func add(
        _ line: SalesLedger.Line, _ extra: SalesLedger.Extra?, isReturn: Bool, isFirst: Bool,
        to key: Int64
    ) {
        var sum = LedgerSum()
        sum.add(line, extra, isReturn: isReturn, isCounted: isFirst)
        if dense.isEmpty {
            sparse[key, default: LedgerSum()].add(sum)
        } else {
            dense[Int(key - first)].add(sum)
        }
    }

    /// The sums of the keys that have sales.
    var totals: [Int64: SalesTotals] {
        guard !dense.isEmpty else { return sparse.compactMapValues(\.totals) }
        var totals: [Int64: SalesTotals] = [:]
        for (index, sum) in dense.enumerated() {
            if let known = sum.totals { totals[first + Int64(index)] = known }
        }
        return totals
    }
}
