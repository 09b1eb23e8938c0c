/// Sums by the numbers of records or days.
struct LedgerSums {
    private var sums: NumberedValues<LedgerSum>

    /// - Parameter keys: the least and the greatest key.
    init(keys: ClosedRange<Int64>) {
        sums = NumberedValues(keys: keys, initial: LedgerSum())
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
        sums.change(key) { $0.add(sum) }
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
        sums.change(key) { $0.add(sum) }
    }

    /// The sums of the keys that have sales.
    var totals: [Int64: SalesTotals] { sums.compactMap(\.totals) }
}
