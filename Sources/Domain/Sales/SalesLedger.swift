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

    /// Adds a sale, in the place of the one with its number.
    mutating func insert(_ entry: Entry) {
        remove(entry.number)
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
    func sum(of period: SalesPeriod) -> SalesTotals {
        var sums = LedgerSums(keys: 0...0)
        forEachSale(of: period) { sale, lines in
            sums.add(lines, of: period.product, isReturn: sale.isReturn, to: 0)
        }
        return sums.totals[0] ?? SalesTotals()
    }

    /// Adds up the sales of a period by the number of their day.
    func sumsByDay(of period: SalesPeriod) -> [Int64: SalesTotals] {
        let days = sales.lazy.map { Int64($0.day.number) }
        var sums = LedgerSums(keys: (days.min() ?? 0)...(days.max() ?? 0))
        forEachSale(of: period) { sale, lines in
            sums.add(
                lines, of: period.product, isReturn: sale.isReturn, to: Int64(sale.day.number))
        }
        return sums.totals
    }

    /// Adds up the sales of a period by the record number of the customer.
    func sumsByCustomer(of period: SalesPeriod) -> [Int64: SalesTotals] {
        var sums = LedgerSums(keys: 0...(sales.lazy.map(\.customer).max() ?? 0))
        forEachSale(of: period) { sale, lines in
            sums.add(lines, of: period.product, isReturn: sale.isReturn, to: sale.customer)
        }
        return sums.totals
    }

    /// Adds up the lines of a period by the record number of the product.
    func sumsByProduct(of period: SalesPeriod) -> [Int64: SalesTotals] {
        var sums = LedgerSums(keys: 0...(lines.lazy.map(\.product).max() ?? 0))
        forEachSale(of: period) { sale, lines in
            for index in lines.indices {
                let line = lines[index...index]
                sums.add(
                    line, of: period.product, isReturn: sale.isReturn, to: lines[index].product)
            }
        }
        return sums.totals
    }

    /// The total of each sale in cents, below zero for a return, by record number.
    func centsBySale() -> [Int64: Int128] {
        var totals: [Int64: Int128] = [:]
        totals.reserveCapacity(indexOfRecord.count)
        for (number, index) in indexOfRecord {
            let end = index + 1 < sales.count ? sales[index + 1].firstLine : lines.count
            var cents: Int128 = 0
            for line in lines[sales[index].firstLine..<end] {
                cents += Int128(line.quantity) * Int128(line.unitPrice)
            }
            totals[number] = sales[index].isReturn ? -cents : cents
        }
        return totals
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

    /// The first and the last day with a sale, returns apart, by the record number of the customer.
    func daysByCustomer() -> [Int64: ClosedRange<CalendarDay>] {
        var days: [Int64: ClosedRange<CalendarDay>] = [:]
        forEachSale(of: SalesPeriod()) { sale, _ in
            guard sale.customer != 0, !sale.isReturn else { return }
            let known = days[sale.customer] ?? sale.day...sale.day
            days[sale.customer] =
                min(known.lowerBound, sale.day)...max(known.upperBound, sale.day)
        }
        return days
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

    private func forEachSale(
        of period: SalesPeriod, _ body: (Sale, Slice<UnsafeBufferPointer<Line>>) -> Void
    ) {
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
}

extension SalesPeriod {
    /// Whether a sale is one of the period, whatever its products.
    fileprivate func contains(_ day: CalendarDay, customer: Int64) -> Bool {
        if let from, day < from { return false }
        if let through, through < day { return false }
        return self.customer.map { $0 == customer } ?? true
    }
}
