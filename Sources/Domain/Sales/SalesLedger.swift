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
        /// The index of the sale before it of the same customer; below zero for none.
        var former: Int32
        /// The index of the sale before it of the same day; below zero for none.
        var formerOfDay: Int32
        var firstLine: Int
    }

    /// How far the keys reach that sums are made by.
    private struct Keys {
        var days: ClosedRange<Int64>?
        var customer: Int64 = 0
        var product: Int64 = 0
        var taxRate: Int64 = 0

        mutating func take(_ entry: Entry) {
            let day = Int64(entry.day.number)
            days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
            customer = max(customer, entry.customer)
            for line in entry.lines { product = max(product, line.product) }
            for extra in entry.extras { taxRate = max(taxRate, extra.taxRate) }
        }
    }

    private(set) var sales: [Sale] = []
    private(set) var lines: [Line] = []
    private(set) var extras: [Extra] = []
    private(set) var indexOfRecord: [Int64: Int] = [:]
    /// The index of the last sale of each customer, from which those before it are found.
    private var lastOfCustomer: [Int64: Int32] = [:]
    /// The index of the last sale of each day, likewise.
    private var lastOfDay: [CalendarDay: Int32] = [:]
    private var keys = Keys()
    /// The sum of all sales, which follows each of them; its days are of no meaning.
    private var whole = LedgerSum()
    private var goneCount = 0

    /// Whether so much of it is of no use any more that it should be made anew.
    var isWorn: Bool { goneCount > sales.count / 2 + 1_000 }

    /// Adds a sale, in the place of the one with its number.
    mutating func insert(_ entry: Entry) {
        remove(entry.number)
        keys.take(entry)
        indexOfRecord[entry.number] = sales.count
        let former = lastOfCustomer.updateValue(Int32(sales.count), forKey: entry.customer)
        let formerOfDay = lastOfDay.updateValue(Int32(sales.count), forKey: entry.day)
        sales.append(
            Sale(
                day: entry.day, customer: entry.customer, minute: entry.minute ?? -1,
                isReturn: entry.isReturn, former: former ?? -1, formerOfDay: formerOfDay ?? -1,
                firstLine: lines.count))
        let first = Int32(extras.count)
        lines += entry.lines.map { line in
            var line = line
            if line.extra >= 0 { line.extra += first }
            return line
        }
        extras += entry.extras
        whole.add(sumOfSale(at: sales.count - 1))
    }

    mutating func remove(_ number: Int64) {
        guard let index = indexOfRecord.removeValue(forKey: number) else { return }
        whole.subtract(sumOfSale(at: index))
        sales[index].isGone = true
        goneCount += 1
    }

    private func sumOfSale(at index: Int) -> LedgerSum {
        var sum = LedgerSum()
        forEachSale(of: SalesPeriod(), at: CollectionOfOne(index)) { sale, lines in
            sum = LedgerSum(lines, of: sale)
        }
        return sum
    }

    /// Adds up the sales of a period.
    func sum(of period: SalesPeriod) -> SalesTotals {
        if period == SalesPeriod() { return whole.totals ?? SalesTotals() }
        return sums(of: period, keys: 0...0) { _ in 0 }.totals[0] ?? SalesTotals()
    }

    /// Adds up what was sold to some customers, all of them together.
    func sum(ofCustomers numbers: some Sequence<Int64>) -> SalesTotals {
        var sum = LedgerSum()
        for number in numbers { sum.add(self.sum(ofCustomer: number)) }
        return sum.totals ?? SalesTotals()
    }

    /// Adds up what was sold to each of some customers.
    func summaries(ofCustomers numbers: some Sequence<Int64>) -> [Int64: SalesSummary] {
        var summaries: [Int64: SalesSummary] = [:]
        for number in numbers { summaries[number] = sum(ofCustomer: number).summary }
        return summaries
    }

    private func sum(ofCustomer number: Int64) -> LedgerSum {
        var sum = LedgerSum()
        forEachSale(of: SalesPeriod(customer: number)) { sale, lines in
            sum.add(LedgerSum(lines, of: sale))
        }
        return sum
    }

    /// Adds up the sales of a period by the number of their day.
    func sumsByDay(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sums(of: period, keys: keys.days ?? 0...0) { Int64($0.day.number) }.totals
    }

    /// Adds up the sales of a period by the record number of the customer.
    func sumsByCustomer(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sumsOfCustomers(of: period).totals
    }

    /// The customers of the sales of a period, by what was sold to each.
    func rankingOfCustomers(of period: SalesPeriod) -> SalesRanking {
        sumsOfCustomers(of: period).ranking
    }

    private func sumsOfCustomers(of period: SalesPeriod) -> LedgerSums {
        sums(of: period, keys: 0...keys.customer) { $0.customer }
    }

    /// Adds up what was sold in a period to each of some customers; nothing for those who bought nothing.
    func sums(
        of period: SalesPeriod, toCustomers numbers: some Sequence<Int64>
    ) -> [Int64: SalesTotals] {
        var totals: [Int64: SalesTotals] = [:]
        for number in numbers {
            var period = period
            period.customer = number
            totals[number] = sums(of: period, keys: 0...0) { _ in 0 }.totals[0]
        }
        return totals
    }

    /// Adds up the sales of a period by the hour, 0...23; those of which nobody knows it under −1.
    func sumsByHour(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sums(of: period, keys: -1...23) { $0.minute < 0 ? -1 : Int64($0.minute) / 60 }.totals
    }

    /// Adds up the lines of a period by the record number of the product. Of a sale with several lines of
    /// one product, one counts.
    func sumsByProduct(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sumsOfProducts(of: period).totals
    }

    /// Adds up what was sold of each product, by record number.
    func summariesByProduct() -> [Int64: SalesSummary] {
        sumsOfProducts(of: SalesPeriod()).summaries
    }

    private func sumsOfProducts(of period: SalesPeriod) -> LedgerSums {
        sumsOfLines(of: period, keys: 0...keys.product) { line, _ in line.product }
    }

    /// Adds up the lines of a period by what their products belong to; those of others under 0.
    ///
    /// - Parameter groups: record numbers by those of the products.
    func sums(
        of period: SalesPeriod, byGroupOfProduct groups: [Int64: Int64]
    ) -> [Int64: SalesTotals] {
        sumsOfLines(of: period, keys: 0...(groups.values.max() ?? 0)) { line, _ in
            groups[line.product] ?? 0
        }.totals
    }

    /// Adds up the lines of a period by the record number of the tax rate; those without one under 0.
    func sumsByTaxRate(of period: SalesPeriod) -> [Int64: SalesTotals] {
        sumsOfLines(of: period, keys: 0...keys.taxRate) { _, extra in extra?.taxRate ?? 0 }.totals
    }

    private func sums(
        of period: SalesPeriod, keys: ClosedRange<Int64>, by key: (Sale) -> Int64
    ) -> LedgerSums {
        var sums = LedgerSums(keys: keys, areFewUsed: fewDays(of: period) != nil)
        forEachSale(of: period) { sale, lines in
            sums.add(LedgerSum(lines, of: sale, product: period.product), to: key(sale))
        }
        return sums
    }

    private func sumsOfLines(
        of period: SalesPeriod, keys: ClosedRange<Int64>, by key: (Line, Extra?) -> Int64
    ) -> LedgerSums {
        var sums = LedgerSums(keys: keys)
        var seen: [Int64] = []
        forEachSale(of: period) { sale, lines in
            seen.removeAll(keepingCapacity: true)
            for line in lines.lines where period.product.map({ $0 == line.product }) ?? true {
                let extra = lines.extra(of: line)
                let key = key(line, extra)
                let isFirst = !seen.contains(key)
                if isFirst { seen.append(key) }
                sums.add(line, extra, of: sale, isCounted: isFirst, to: key)
            }
        }
        return sums
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
        if let customer = period.customer {
            forEachSale(of: period, at: indices(ofCustomer: customer), body)
        } else if let days = fewDays(of: period) {
            for day in days {
                let indices = indices(ofDay: CalendarDay(number: Int(day)))
                forEachSale(of: period, at: indices, body)
            }
        } else {
            forEachSale(of: period, at: sales.indices, body)
        }
    }

    /// The numbers of the days of a period, if they are so few that going from sale to sale of each takes
    /// less than going through all sales; otherwise nil.
    private func fewDays(of period: SalesPeriod) -> ClosedRange<Int64>? {
        guard let all = keys.days else { return nil }
        let first = max(all.lowerBound, period.from.map { Int64($0.number) } ?? .min)
        let last = min(all.upperBound, period.through.map { Int64($0.number) } ?? .max)
        guard first <= last, last - first < lastOfDay.count / 4 else { return nil }
        return first...last
    }

    /// The indices of the sales of a customer, the last one first.
    private func indices(ofCustomer number: Int64) -> some Sequence<Int> {
        sequence(state: lastOfCustomer[number] ?? -1) { next -> Int? in
            guard next >= 0 else { return nil }
            defer { next = sales[Int(next)].former }
            return Int(next)
        }
    }

    /// The same of a day.
    private func indices(ofDay day: CalendarDay) -> some Sequence<Int> {
        sequence(state: lastOfDay[day] ?? -1) { next -> Int? in
            guard next >= 0 else { return nil }
            defer { next = sales[Int(next)].formerOfDay }
            return Int(next)
        }
    }

    private func forEachSale(
        of period: SalesPeriod, at indices: some Sequence<Int>, _ body: (Sale, Lines) -> Void
    ) {
        sales.withUnsafeBufferPointer { sales in
            lines.withUnsafeBufferPointer { lines in
                extras.withUnsafeBufferPointer { extras in
                    for index in indices {
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
