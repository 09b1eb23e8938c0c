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
        /// Minutes since midnight; nil if nobody knows.
        var minute: Int16?
        var lines: [Line]
        /// What some of the lines have beside quantity and price.
        var extras: [Extra] = []
    }

    /// One line, with its amounts in cents.
    struct Line {
        var product: Int64
        var unitPrice: Int64
        var quantity: Int32
        /// The index of what the line has beside these; below zero for nothing. In a shop without
        /// discounts, taxes and costs no line takes more room for them.
        var extra: Int32 = -1

        init(product: Int64, quantity: Int32, unitPrice: Int64) {
            self.product = product
            self.quantity = quantity
            self.unitPrice = unitPrice
        }
    }

    /// What a line with a discount, a tax or a cost has beside quantity and price, in cents.
    struct Extra {
        /// What the line comes to beyond quantity times unit price.
        var adjustment: Int64 = 0
        var tax: Int64 = 0
        /// What one of it cost the shop; nil if nobody knows.
        var unitCost: Int64?
        /// The record number of the tax rate; 0 for none.
        var taxRate: Int64 = 0

        var isNothing: Bool {
            adjustment == 0 && tax == 0 && unitCost == nil && taxRate == 0
        }
    }

    /// Lines that follow each other.
    struct Lines {
        let lines: Slice<UnsafeBufferPointer<Line>>
        let extras: UnsafeBufferPointer<Extra>

        func extra(of line: Line) -> Extra? {
            line.extra < 0 ? nil : extras[Int(line.extra)]
        }
    }

    struct Sale {
        var day: CalendarDay
        var customer: Int64
        /// Minutes since midnight; below zero if nobody knows.
        var minute: Int16
        var isReturn: Bool
        /// Whether the sale was replaced or deleted.
        var isGone = false
        var firstLine: Int
    }

    private var sales: [Sale] = []
    private var lines: [Line] = []
    private var extras: [Extra] = []
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
                day: entry.day, customer: entry.customer, minute: entry.minute ?? -1,
                isReturn: entry.isReturn, firstLine: lines.count))
        let first = Int32(extras.count)
        lines += entry.lines.map { line in
            var line = line
            if line.extra >= 0 { line.extra += first }
            return line
        }
        extras += entry.extras
    }

    mutating func remove(_ number: Int64) {
        guard let index = indexOfRecord.removeValue(forKey: number) else { return }
        sales[index].isGone = true
        goneCount += 1
    }

    /// Adds up the sales of a period.
    func sum(of period: SalesPeriod) -> SalesTotals {
        sums(of: period, keys: 0...0) { _ in 0 }[0] ?? SalesTotals()
    }

    /// Adds up the sales of a period by the number of their day.
    func sumsByDay(of period: SalesPeriod) -> [Int64: SalesTotals] {
        let days = sales.lazy.map { Int64($0.day.number) }
        return sums(of: period, keys: (days.min() ?? 0)...(days.max() ?? 0)) {
            Int64($0.day.number)
        }
    }

    /// Adds up the sales of a period by the record number of the customer.
    func sumsByCustomer(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sums(of: period, keys: 0...(sales.lazy.map(\.customer).max() ?? 0)) { $0.customer }
    }

    /// Adds up the sales of a period by the hour, 0...23; those of which nobody knows it under −1.
    func sumsByHour(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sums(of: period, keys: -1...23) { $0.minute < 0 ? -1 : Int64($0.minute) / 60 }
    }

    /// Adds up the lines of a period by the record number of the product. Of a sale with several lines of
    /// one product, one counts.
    func sumsByProduct(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sumsOfLines(of: period, keys: products) { line, _ in line.product }
    }

    private var products: ClosedRange<Int64> { 0...(lines.lazy.map(\.product).max() ?? 0) }

    /// Adds up the lines of a period by what their products belong to; those of others under 0.
    ///
    /// - Parameter groups: record numbers by those of the products.
    func sums(
        of period: SalesPeriod, byGroupOfProduct groups: [Int64: Int64]
    ) -> [Int64: SalesTotals] {
        sumsOfLines(of: period, keys: 0...(groups.values.max() ?? 0)) { line, _ in
            groups[line.product] ?? 0
        }
    }

    /// Adds up the lines of a period by the record number of the tax rate; those without one under 0.
    func sumsByTaxRate(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sumsOfLines(of: period, keys: 0...(extras.lazy.map(\.taxRate).max() ?? 0)) { _, extra in
            extra?.taxRate ?? 0
        }
    }

    private func sums(
        of period: SalesPeriod, keys: ClosedRange<Int64>, by key: (Sale) -> Int64
    ) -> [Int64: SalesTotals] {
        var sums = LedgerSums(keys: keys)
        forEachSale(of: period) { sale, lines in
            sums.add(lines, of: period.product, isReturn: sale.isReturn, to: key(sale))
        }
        return sums.totals
    }

    private func sumsOfLines(
        of period: SalesPeriod, keys: ClosedRange<Int64>, by key: (Line, Extra?) -> Int64
    ) -> [Int64: SalesTotals] {
        var sums = LedgerSums(keys: keys)
        var seen: [Int64] = []
        forEachSale(of: period) { sale, lines in
            seen.removeAll(keepingCapacity: true)
            for line in lines.lines where period.product.map({ $0 == line.product }) ?? true {
                let extra = lines.extra(of: line)
                let key = key(line, extra)
                let isFirst = !seen.contains(key)
                if isFirst { seen.append(key) }
                sums.add(line, extra, isReturn: sale.isReturn, isFirst: isFirst, to: key)
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
                if line.extra >= 0 { cents += Int128(extras[Int(line.extra)].adjustment) }
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
                period.product.map({ product in lines.lines.contains { $0.product == product } })
                    ?? true
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

    /// The first and the last day with a sale, returns apart, by the record number of the product.
    func daysByProduct() -> [Int64: ClosedRange<CalendarDay>] {
        var days = NumberedValues(keys: products, initial: ClosedRange<CalendarDay>?.none)
        forEachSale(of: SalesPeriod()) { sale, lines in
            guard !sale.isReturn else { return }
            for line in lines.lines {
                days.change(line.product) { known in
                    let span = known ?? sale.day...sale.day
                    known = min(span.lowerBound, sale.day)...max(span.upperBound, sale.day)
                }
            }
        }
        return days.compactMap(\.self)
    }

    /// The record numbers of the customers who bought one of some products.
    func buyers(of products: Set<Int64>) -> Set<Int64> {
        var buyers: Set<Int64> = []
        forEachSale(of: SalesPeriod()) { sale, lines in
            guard sale.customer != 0, !sale.isReturn, !buyers.contains(sale.customer) else {
                return
            }
            if lines.lines.contains(where: { products.contains($0.product) }) {
                buyers.insert(sale.customer)
            }
        }
        return buyers
    }

    private func forEachSale(
        of period: SalesPeriod, _ body: (Sale, Lines) -> Void
    ) {
        sales.withUnsafeBufferPointer { sales in
            lines.withUnsafeBufferPointer { lines in
                extras.withUnsafeBufferPointer { extras in
                    for index in sales.indices {
                        let sale = sales[index]
                        guard !sale.isGone, period.contains(sale.day, customer: sale.customer)
                        else { continue }
                        let end =
                            index + 1 < sales.count ? sales[index + 1].firstLine : lines.count
                        body(sale, Lines(lines: lines[sale.firstLine..<end], extras: extras))
                    }
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
