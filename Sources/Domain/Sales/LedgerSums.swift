/// Sums by the numbers of records or days.
struct LedgerSums {
    private var sums: NumberedValues<LedgerSum>

    /// - Parameters:
    ///   - keys: the least and the greatest key.
    ///   - areFewUsed: whether only some of them have sums. Default: no.
    init(keys: ClosedRange<Int64>, areFewUsed: Bool = false) {
        sums = NumberedValues(keys: keys, initial: LedgerSum(), areFewUsed: areFewUsed)
    }

    /// Adds a sum to that of a key.
    mutating func add(_ sum: LedgerSum, to key: Int64) {
        sums.change(key) { $0.add(sum) }
    }

    /// Adds a line to the sum of a key.
    mutating func add(
        _ line: SalesLedger.Line, _ extra: SalesLedger.Extra?, of sale: SalesLedger.Sale,
        isCounted: Bool, to key: Int64
    ) {
        sums.change(key) { $0.add(line, extra, of: sale, isCounted: isCounted) }
    }

    /// The sums of the keys that have sales.
    var totals: [Int64: SalesTotals] { sums.compactMap(\.totals) }

    /// The sums of the keys that have sales, with their days.
    var summaries: [Int64: SalesSummary] { sums.compactMap(\.summary) }

    /// The keys that have sales, by what each comes to.
    var ranking: SalesRanking {
        var isTaxed = false
        let ranks = sums.compactMap { sum in
            if sum.isTaxed { isTaxed = true }
            return sum.isOfSales ? sum.rank : nil
        }
        let sorted = ranks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return SalesRanking(numbers: sorted.map(\.key), isTaxed: isTaxed)
    }
}
