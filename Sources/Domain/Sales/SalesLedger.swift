import Persistence

/// The lines of all sales that count, in memory and in little space, so that any sum over all of them
/// is quick and exact.
struct SalesLedger: Sendable {
    /// One sale.
    struct Entry {
        var number: Int64
        var day: CalendarDay
        /// The record number of the customer; 0 for none.
        var customer: Int64
        var isReturn: Bool
        var lines: [Line]
    }

    /// One line, with its amounts in cents.
    struct Line {
        var product: Int64
        var quantity: Int32
        var unitPrice: Int64
    }

    private struct Sale {
        var day: CalendarDay
        var customer: Int64
        var isReturn: Bool
        /// Whether the sale was replaced or deleted.
        var isGone = false
        var firstLine: Int
    }

    private var sales: [Sale] = []
    private var lines: [Line] = []
    private var indexOfRecord: [Int64: Int] = [:]
    private var goneCount = 0

    /// Whether so much of it is of no use any more that it should be made anew.
    var isWorn: Bool { goneCount > sales.count / 2 + 1_000 }

    mutating func insert(_ entry: Entry) {
        indexOfRecord[entry.number] = sales.count
        sales.append(
            Sale(
                day: entry.day, customer: entry.customer, isReturn: entry.isReturn,
                firstLine: lines.count))
        lines += entry.lines
    }

    mutating func remove(_ number: Int64) {
        guard let index = indexOfRecord.removeValue(forKey: number) else { return }
        sales[index].isGone = true
        goneCount += 1
    }

    /// Adds up the sales of a period.
    ///
    /// - Parameters:
    ///   - key: the group of a line, by the day, the customer and the product.
    ///   - isByLine: whether each line counts instead of each sale.
    func sums<Key: Hashable>(
        of period: SalesPeriod, countingLines isByLine: Bool = false,
        by key: (CalendarDay, Int64, Int64) -> Key
    ) -> [Key: SalesTotals] {
        var sums: [Key: LedgerSum] = [:]
        forEachSale(of: period) { sale, lines in
            var counted: Key?
            for line in lines where period.product.map({ $0 == line.product }) ?? true {
                let group = key(sale.day, sale.customer, line.product)
                let isNew = isByLine || counted != group
                counted = group
                sums[group, default: LedgerSum()].add(
                    line, isReturn: sale.isReturn, countingIt: isNew)
            }
        }
        return sums.mapValues(\.totals)
    }

    /// The first and the last day of the sales of a period, returns apart; nil if there is none.
    func span(of period: SalesPeriod) -> ClosedRange<CalendarDay>? {
        var span: ClosedRange<CalendarDay>?
        forEachSale(of: period) { sale, lines in
            guard !sale.isReturn,
                period.product.map({ product in lines.contains { $0.product == product } }) ?? true
            else { return }
            span = span.map { min($0.lowerBound, sale.day)...max($0.upperBound, sale.day) }
            span = span ?? sale.day...sale.day
        }
        return span
    }

    /// The record numbers of the customers who bought one of some products.
    func buyers(of products: Set<Int64>) -> Set<Int64> {
        var buyers: Set<Int64> = []
        forEachSale(of: SalesPeriod()) { sale, lines in
            guard sale.customer != 0, !sale.isReturn, !buyers.contains(sale.customer) else {
                return
            }
            if lines.contains(where: { products.contains($0.product) }) {
                buyers.insert(sale.customer)
            }
        }
        return buyers
    }

    private func forEachSale(of period: SalesPeriod, _ body: (Sale, Slice) -> Void) {
        sales.withUnsafeBufferPointer { sales in
            lines.withUnsafeBufferPointer { lines in
                for index in sales.indices {
                    let sale = sales[index]
                    guard !sale.isGone, period.contains(sale.day, customer: sale.customer) else {
                        continue
                    }
                    let end = index + 1 < sales.count ? sales[index + 1].firstLine : lines.count
                    body(sale, lines[sale.firstLine..<end])
                }
            }
        }
    }

    private typealias Slice = Swift.Slice<UnsafeBufferPointer<Line>>
}

extension SalesPeriod {
    /// Whether a sale is one of the period, whatever its products.
    fileprivate func contains(_ day: CalendarDay, customer: Int64) -> Bool {
        if let from, day < from { return false }
        if let through, through < day { return false }
        return self.customer.map { $0 == customer } ?? true
    }
}
