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

    /// The totals of all sales, or of all payments, as an entry.
    var wholeEntry: SalesTotalsEntry {
        SalesTotalsEntry(grouping: request.grouping, number: 0, totals: whole, before: before)
    }

    /// Reads the totals of a view.
    ///
    /// - Parameter isWhole: whether all groups are needed, instead of one page.
    init(
        _ request: SalesTotalsRequest, _ household: Household, isWhole: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        let figures = household.salesFigures
        whole = try figures.totals(of: request.selection(of: request.period), in: context)
        (entries, page, leading, count, isTaxed) = ([], [], [], 0, false)
        if !isWhole, request.isRanking {
            try readRanking(figures, in: context)
        } else {
            try readAll(figures, isWhole: isWhole, in: context)
        }
    }

    /// Reads the customers with the largest totals, only as far as the page and its chart need
    /// them.
    private mutating func readRanking(
        _ figures: SalesFigures, in context: ManagedObjectContext
    ) throws {
        before = try amount(of: request.period.before, figures, in: context)
        (count, isTaxed) = try figures.extentOfCustomers(of: request.period, in: context)
        let (range, leadingRange) = (
            request.query.range(of: count), 0..<min(count, SalesChart.mostRows)
        )
        let numbers = try figures.customers(of: request.period, at: range, in: context)
        // Each ranking sums all sales; the first page has the first groups already.
        let first =
            range.lowerBound == 0 && range.count >= leadingRange.count
            ? Array(numbers.prefix(leadingRange.count))
            : try figures.customers(of: request.period, at: leadingRange, in: context)
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
        _ figures: SalesFigures, isWhole: Bool, in context: ManagedObjectContext
    ) throws {
        let grouping = request.grouping
        entries = try grouping.totals(
            of: request.selection(of: request.period), figures, in: context
        ).map { SalesTotalsEntry(grouping: grouping, number: $0, totals: $1) }
        // A month does not occur in two periods.
        if grouping == .month {
            before = try amount(of: request.period.before, figures, in: context)
        } else if let days = request.period.before {
            let former = try grouping.amounts(
                of: request.selection(of: days), figures, in: context)
            for index in entries.indices {
                entries[index].before = former[entries[index].number] ?? 0
            }
            before = former.values.reduce(0, +)
        }
        if grouping == .payment {
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
        leading = Array(entries.prefix(grouping == .hour ? 25 : SalesChart.mostRows))
        count = entries.count
        isTaxed = entries.contains { $0.totals.tax != 0 }
    }

    private func amount(
        of days: SalesPeriod?, _ figures: SalesFigures, in context: ManagedObjectContext
    ) throws -> Decimal? {
        try days.map { try figures.totals(of: request.selection(of: $0), in: context).amount }
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
        switch order.attribute {
        case "total": sort(order) { $0.totals.amount }
        case "quantity": sort(order) { $0.totals.quantity }
        case "saleCount": sort(order) { $0.totals.saleCount }
        default: sort(order) { $0.number }
        }
    }

    private mutating func sort<Key: Comparable>(
        _ order: SortOrder, by key: (SalesTotalsEntry) -> Key
    ) {
        entries.sort { first, second in
            let (one, other) = (key(first), key(second))
            return one == other ? first.number < second.number : (one < other) == order.isAscending
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
}

extension SalesTotalsRequest {
    /// Whether only the customers with the largest totals are needed.
    fileprivate var isRanking: Bool {
        grouping == .customer && list.predicate == nil && query.search.isEmpty
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
        get throws {
            ListDocument.json(
                try page.map { try $0.json }, request.query, total: count, totals: try totals)
        }
    }

    /// The state of the page for live updates. Months have no number, so everything is in the
    /// totals.
    var liveState: LiveState {
        get throws {
            LiveState(
                rows: [], totals: try totals + [("records", .array(try page.map { try $0.json }))])
        }
    }

    private var totals: [(name: String, value: JSONValue)] {
        get throws { try SalesTotalsEntry.figures.document(of: wholeEntry) }
    }

    /// The whole list as CSV.
    var csv: CSVDocument {
        get throws {
            let name = request.grouping.rawValue
            let subject = request.grouping.isInTime ? [name] : [name, "\(name)Name"]
            var table = CSVDocument(columns: subject + SalesTotalsEntry.figures.columns())
            for entry in entries {
                table.append(entry.csvSubject + (try SalesTotalsEntry.figures.cells(of: entry)))
            }
            return table
        }
    }
}

extension SalesTotalsEntry {
    /// The figures in JSON and CSV. Payments have no cost, and cost and margin are null if no cost
    /// is known.
    fileprivate static let figures: [RecordMember<SalesTotalsEntry>] = [
        .count("saleCount") { $0.totals.saleCount },
        .count("returnCount") { $0.totals.returnCount },
        .quantity("quantity") { $0.totals.quantity },
        .money("total") { $0.totals.amount },
        .money("net") { $0.totals.net },
        .money("tax") { $0.totals.tax },
        .money("cost") { $0.sales.flatMap { $0.isMarginKnown ? $0.cost : nil } },
        .money("margin") { $0.sales?.margin },
        .money("before", isIn: .tables) { $0.before },
        .quantity("unknownCostQuantity") { $0.sales?.quantityWithoutCost },
        .money("unknownCostNet") { $0.sales?.netWithoutCost },
    ]

    /// The totals of sales; nil for those of payments.
    private var sales: SalesTotals? { isOfPayments ? nil : totals }

    fileprivate var json: JSONValue {
        get throws {
            .object(
                [(grouping.rawValue, jsonSubject)] + (try Self.figures.document(of: self))
                    + [("before", .string(before.map(Money.plainText)))])
        }
    }

    private var jsonSubject: JSONValue {
        switch grouping {
        case .month: .string(monthText)
        case .weekday: .int(number)
        case .hour: number < 0 ? .null : .int(number)
        case _ where isNothing: .null
        default: .reference(number, recordName)
        }
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
    /// The members of JSON for totals of sales.
    var jsonMembers: [(name: String, value: JSONValue)] {
        get throws {
            let entry = SalesTotalsEntry(grouping: .product, number: 0, totals: self)
            return try SalesTotalsEntry.figures.document(of: entry)
        }
    }
}
