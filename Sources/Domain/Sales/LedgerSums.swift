/// Sums by the numbers of records or days.
struct LedgerSums {
    private var sums: NumberedValues<LedgerSum>

    /// - Parameter keys: the least and the greatest key.
    init(keys: ClosedRange<Int64>) {
        sums = NumberedValues(keys: keys, initial: LedgerSum())
    }

    /// Adds a sum to that of a key.
    mutating func add(_ sum: LedgerSum, to key: Int64) {
        sums.change(key) { $0.add(sum) }
    }

    /// The sums of the keys that have sales.
    var totals: [Int64: SalesTotals] { sums.compactMap(\.totals) }

    /// The sums of the keys that have sales, with their days.
    var summaries: [Int64: SalesSummary] { sums.compactMap(\.summary) }
}
