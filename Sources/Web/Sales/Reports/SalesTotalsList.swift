import Domain
import Foundation
import Persistence

/// The totals of a view with everything that its page shows.
struct SalesTotalsList: Sendable {
    let request: SalesTotalsRequest
    /// All groups of the view, sorted. If there are too many, only those of the page. Names outside
    /// the page may be empty.
    private(set) var entries: [SalesTotalsEntry]
    /// The groups on the page.
    private(set) var page: [SalesTotalsEntry]
    /// The first groups, for the chart.
    private(set) var leading: [SalesTotalsEntry]
    /// The number of groups.
    private(set) var count: Int
    /// Whether any group has a tax.
    private(set) var isTaxed: Bool
    /// The totals of all sales in the period, or of all payments.
    private(set) var whole: SalesTotals
    /// The amount of the previous period; nil if there is none to compare with.
    private(set) var before: Decimal?

    /// Reads the totals of a view.
    ///
    /// - Parameter isWhole: whether all groups are needed, instead of one page.
    init(
        _ request: SalesTotalsRequest, _ household: Household, isWhole: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        let period = request.period.before
        let figures = household.salesFigures
        whole = try Self.whole(request.period, request.sales, figures, in: context)
        before = try period.map {
            try Self.whole($0, request.sales(of: $0), figures, in: context).amount
        }
        (entries, page, leading, count, isTaxed) = ([], [], [], 0, false)
        if !isWhole, request.isRanking {
            try readRanking(of: household, in: context)
        } else {
            try readAll(of: household, isWhole: isWhole, in: context)
        }
    }

    /// Reads the customers with the largest totals, only as far as the page and its chart need
    /// them.
    private mutating func readRanking(
        of household: Household, in context: ManagedObjectContext
    ) throws {
        let figures = household.salesFigures
        (count, isTaxed) = try figures.extentOfCustomers(of: request.period, in: context)
        let numbers = try figures.customers(
            of: request.period, at: request.query.range(of: count), in: context)
        let first = try figures.customers(
            of: request.period, at: 0..<min(count, SalesChart.mostRows), in: context)
        let shown = Array(Set(numbers).union(first))
        let totals = try figures.totals(of: request.period, toCustomers: shown, in: context)
        let former = try request.period.before.map {
            try figures.totals(of: $0, toCustomers: shown, in: context)
        }
        let names = try RecordNames.names(of: shown.filter { $0 > 0 }, "Customer", in: context)
        func entry(_ number: Int64) -> SalesTotalsEntry {
            SalesTotalsEntry(
                grouping: request.grouping, number: number, recordName: names[number] ?? "",
                totals: totals[number] ?? SalesTotals(),
                before: former.map { $0[number]?.amount ?? 0 })
        }
        page = numbers.map(entry)
        leading = first.map(entry)
    }

    /// Reads all groups of the view.
    private mutating func readAll(
        of household: Household, isWhole: Bool, in context: ManagedObjectContext
    ) throws {
        entries = try Self.entries(request, household, context)
        if let days = request.period.before, !request.grouping.isOfDates {
            let former = try request.grouping.amounts(
                of: days, request.sales(of: days), household, in: context)
            for index in entries.indices {
                entries[index].before = former[entries[index].number] ?? 0
            }
            if request.grouping == .payment { before = former.values.reduce(0, +) }
        }
        if request.grouping == .payment {
            whole = entries.reduce(SalesTotals()) { $0 + $1.totals }
        }
        let isNamed =
            isWhole || !request.query.search.isEmpty || request.query.sort?.attribute == "name"
        if isNamed {
            try name(entries.indices, in: context)
            search()
        }
        sort()
        let range = request.query.range(of: entries.count)
        if !isNamed {
            try name(range, in: context)
            try name(0..<min(entries.count, SalesChart.mostRows), in: context)
        }
        page = Array(entries[range])
        leading = Array(entries.prefix(request.grouping == .hour ? 25 : SalesChart.mostRows))
        count = entries.count
        isTaxed = entries.contains { $0.totals.tax != 0 }
    }

    private static func whole(
        _ period: SalesPeriod, _ sales: SaleQuery?, _ figures: SalesFigures,
        in context: ManagedObjectContext
    ) throws -> SalesTotals {
        let selection: any SalesSelection = if let sales { sales } else { period }
        return try figures.totals(of: selection, in: context)
    }

    private static func entries(
        _ request: SalesTotalsRequest, _ household: Household, _ context: ManagedObjectContext
    ) throws -> [SalesTotalsEntry] {
        let grouping = request.grouping
        return try grouping.totals(of: request.period, request.sales, household, in: context).map {
            SalesTotalsEntry(grouping: grouping, number: $0, totals: $1)
        }
    }

    /// Looks up the names of some groups.
    private mutating func name(_ range: Range<Int>, in context: ManagedObjectContext) throws {
        guard !range.isEmpty else { return }
        let names: [Int64: String]
        if let entity = request.grouping.entity {
            let numbers = range.map { entries[$0].number }.filter { $0 > 0 }
            names = try RecordNames.names(of: numbers, entity, in: context)
        } else if request.grouping == .tax {
            names = Dictionary(
                uniqueKeysWithValues: try TaxRate.all(in: context).map {
                    ($0.savedNumber, $0.title)
                })
        } else {
            return
        }
        for index in range {
            entries[index].recordName = names[entries[index].number] ?? ""
        }
    }

    private mutating func search() {
        let patterns = request.query.words.map(SearchFolding.pattern)
        guard !patterns.isEmpty else { return }
        entries.removeAll { entry in
            let name = SearchFolding.folded(entry.name)
            return !patterns.allSatisfy(name.contains)
        }
    }

    /// Sorts the groups: months with the latest first, weekdays and hours in their order, others by
    /// total, unless the view has an order.
    private mutating func sort() {
        let order =
            request.query.sort
            ?? SortOrder(
                request.grouping.isInTime ? "month" : "total",
                ascending: request.grouping.isInTime && request.grouping != .month)
        guard order.attribute != "name" || request.grouping.isInTime else {
            return sortByName(order)
        }
        entries.sort { first, second in
            switch Self.compare(first, second, by: order.attribute) {
            case .orderedSame: first.number < second.number
            case .orderedAscending: order.isAscending
            case .orderedDescending: !order.isAscending
            }
        }
    }

    /// Sorts by precomputed keys, because comparing names is slow.
    private mutating func sortByName(_ order: SortOrder) {
        let comparison = FetchSortDescriptor.Comparison.localizedStandard
        let keys = entries.map { comparison.sortKey($0.name) }
        let sorted = entries.indices.sorted { first, second in
            guard keys[first] != keys[second] else {
                return entries[first].number < entries[second].number
            }
            return keys[first].lexicographicallyPrecedes(keys[second]) == order.isAscending
        }
        entries = sorted.map { entries[$0] }
    }

    private static func compare(
        _ first: SalesTotalsEntry, _ second: SalesTotalsEntry, by attribute: String
    ) -> ComparisonResult {
        func compare<T: Comparable>(_ first: T, _ second: T) -> ComparisonResult {
            first == second
                ? .orderedSame : (first < second ? .orderedAscending : .orderedDescending)
        }
        switch attribute {
        case "total": return compare(first.totals.amount, second.totals.amount)
        case "quantity": return compare(first.totals.quantity, second.totals.quantity)
        case "saleCount": return compare(first.totals.saleCount, second.totals.saleCount)
        default: return compare(first.number, second.number)
        }
    }
}

extension SalesTotalsRequest {
    /// Whether only the customers with the largest totals are needed.
    fileprivate var isRanking: Bool {
        grouping == .customer && sales == nil && query.search.isEmpty
            && (query.sort.map { $0.attribute == "total" && !$0.isAscending } ?? true)
    }
}

extension ListQuery {
    /// The indexes of the page.
    fileprivate func range(of count: Int) -> Range<Int> {
        let start = min(offset, count)
        return start..<min(start + perPage, count)
    }
}

extension SalesTotalsList {
    /// The page as JSON.
    var json: JSONValue {
        ListDocument.json(
            page.map(\.json), request.query, total: count, totals: totals)
    }

    /// The state of the page for live updates. Months have no number, so everything is in the
    /// totals.
    var liveState: LiveState {
        LiveState(
            rows: [],
            totals: totals + [("records", .array(page.map(\.json)))])
    }

    private var totals: [(name: String, value: JSONValue)] {
        whole.jsonMembers(ofSales: request.grouping != .payment)
    }

    /// The whole list as CSV.
    var csv: CSVDocument {
        let name = request.grouping.rawValue
        let subject = request.grouping.isInTime ? [name] : [name, "\(name)Name"]
        var table = CSVDocument(
            columns: subject + [
                "saleCount", "returnCount", "quantity", "total", "net", "tax", "cost", "margin",
                "before", "unknownCostQuantity", "unknownCostNet",
            ])
        for entry in entries {
            var cells = entry.csvSubject
            cells += [
                .int(entry.totals.saleCount), .int(entry.totals.returnCount),
                .decimal(entry.totals.quantity), .plain(Money.plainText(entry.totals.amount)),
                .plain(Money.plainText(entry.totals.net)),
                .plain(Money.plainText(entry.totals.tax)),
            ]
            cells += entry.totals.costCells(
                before: entry.before, isOfSales: !entry.isOfPayments)
            table.append(cells)
        }
        return table
    }
}

extension SalesTotalsEntry {
    fileprivate var json: JSONValue {
        .object(
            [jsonSubject] + totals.jsonMembers(ofSales: !isOfPayments)
                + [("before", .string(before.map(Money.plainText)))])
    }

    private var jsonSubject: (name: String, value: JSONValue) {
        let value: JSONValue =
            switch grouping {
            case .month: .string(monthText)
            case .weekday: .int(Int(number))
            case .hour: number < 0 ? .null : .int(Int(number))
            case _ where isNothing: .null
            default: .object([("id", .int(Int(number))), ("name", .string(recordName))])
            }
        return (grouping.rawValue, value)
    }

    fileprivate var csvSubject: [CSVDocument.Cell] {
        switch grouping {
        case .month: [.plain(monthText)]
        case .weekday, .hour: [.int(number < 0 ? nil : number)]
        case _ where isNothing: [.plain(nil), .plain(nil)]
        default: [.int(number), .text(recordName)]
        }
    }
}

extension SalesTotals {
    /// The members of JSON for totals. Cost and margin are null if no cost is known.
    ///
    /// - Parameter isOfSales: whether they are of sales instead of payments, which have no cost.
    ///   Default: yes.
    func jsonMembers(ofSales isOfSales: Bool = true) -> [(name: String, value: JSONValue)] {
        [
            ("saleCount", .int(saleCount)), ("returnCount", .int(returnCount)),
            ("quantity", .decimal(quantity)), ("total", .string(Money.plainText(amount))),
            ("net", .string(Money.plainText(net))), ("tax", .string(Money.plainText(tax))),
            ("cost", .string(isOfSales && isMarginKnown ? Money.plainText(cost) : nil)),
            ("margin", .string(isOfSales ? margin.map(Money.plainText) : nil)),
            ("unknownCostQuantity", .decimal(isOfSales ? quantityWithoutCost : nil)),
            ("unknownCostNet", .string(isOfSales ? Money.plainText(netWithoutCost) : nil)),
        ]
    }

    /// The cells for cost and margin, empty if no cost is known; for the previous total; and for
    /// the quantity and the net sum without a known cost.
    fileprivate func costCells(before: Decimal?, isOfSales: Bool) -> [CSVDocument.Cell] {
        [
            .plain(isOfSales && isMarginKnown ? Money.plainText(cost) : nil),
            .plain(isOfSales ? margin.map(Money.plainText) : nil),
            .plain(before.map(Money.plainText)),
            .decimal(isOfSales ? quantityWithoutCost : nil),
            .plain(isOfSales ? Money.plainText(netWithoutCost) : nil),
        ]
    }
}
