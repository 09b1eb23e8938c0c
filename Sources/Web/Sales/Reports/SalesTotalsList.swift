import Domain
import Foundation
import Persistence

/// The totals of a view, with all that the page about them says.
struct SalesTotalsList: Sendable {
    let request: SalesTotalsRequest
    /// All totals of the view, sorted, where they are not so many that only those are made that a page
    /// shows; the names of others than these may be empty.
    private(set) var entries: [SalesTotalsEntry]
    /// The entries of the page.
    private(set) var page: [SalesTotalsEntry]
    /// The first ones, as many as a chart has.
    private(set) var leading: [SalesTotalsEntry]
    /// How many there are.
    private(set) var count: Int
    /// Whether any of them has a tax in it.
    private(set) var isTaxed: Bool
    /// The totals of all sales of these days; of payments, what was paid in all.
    private(set) var whole: SalesTotals
    /// The same of the days before; nil if there are none to compare with.
    private(set) var before: SalesTotals?

    /// Reads the totals of a view.
    ///
    /// - Parameter isWhole: whether all entries are wanted, and not those of a page alone.
    init(
        _ request: SalesTotalsRequest, _ household: Household, isWhole: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        let period = request.period.before
        let figures = household.salesFigures
        whole = try Self.whole(request.period, request.sales, figures, in: context)
        before = try period.map {
            try Self.whole($0, request.sales(of: $0), figures, in: context)
        }
        (entries, page, leading, count, isTaxed) = ([], [], [], 0, false)
        if !isWhole, request.isRanking {
            try readRanking(of: household, in: context)
        } else {
            try readAll(of: household, isWhole: isWhole, in: context)
        }
    }

    /// Reads the customers to whom most was sold, of thousands, as far as the page and its chart show them.
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

    /// Reads all totals of the view.
    private mutating func readAll(
        of household: Household, isWhole: Bool, in context: ManagedObjectContext
    ) throws {
        entries = try Self.entries(request, household, context)
        let former = try request.period.before.map {
            try request.grouping.totals(of: $0, request.sales(of: $0), household, in: context)
        }
        if let former, !request.grouping.isOfDates {
            for index in entries.indices {
                entries[index].before = former[entries[index].number]?.amount ?? 0
            }
        }
        if request.grouping == .payment {
            whole = entries.reduce(SalesTotals()) { $0 + $1.totals }
            before = former?.values.reduce(SalesTotals(), +)
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

    /// Looks up the names of some entries.
    private mutating func name(_ range: Range<Int>, in context: ManagedObjectContext) throws {
        guard !range.isEmpty else { return }
        let names: [Int64: String]
        if let entity = request.grouping.entity {
            let numbers = range.map { entries[$0].number }.filter { $0 > 0 }
            names = try RecordNames.names(of: numbers, entity, in: context)
        } else if request.grouping == .tax {
            names = Dictionary(
                uniqueKeysWithValues: try TaxRate.all(in: context).map {
                    ($0.objectID.recordNumber ?? 0, $0.title)
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

    /// Months come latest first, weekdays and hours in their order, others with the greatest totals
    /// first, unless the view says otherwise.
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

    /// By keys that are made once, as comparing names takes long.
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
    /// Whether the first of many customers are wanted, by what was sold to each, and nothing has to be known
    /// of the others.
    fileprivate var isRanking: Bool {
        grouping == .customer && sales == nil && query.search.isEmpty
            && (query.sort.map { $0.attribute == "total" && !$0.isAscending } ?? true)
    }
}

extension ListQuery {
    /// The places of those on the page, of so many in all.
    fileprivate func range(of count: Int) -> Range<Int> {
        let start = min(offset, count)
        return start..<min(start + perPage, count)
    }
}

extension SalesTotalsList {
    /// The page for programs.
    var json: JSONValue {
        ListDocument.json(
            page.map(\.json), request.query, total: count, totals: totals)
    }

    /// What a window shows of the page. A month has no number, so that all of it is totals.
    var liveState: LiveState {
        LiveState(
            rows: [],
            totals: totals + [("records", .array(page.map(\.json)))])
    }

    private var totals: [(name: String, value: JSONValue)] {
        whole.jsonMembers(ofSales: request.grouping != .payment)
    }

    /// The whole list as a table for spreadsheets.
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
    /// The totals for programs. Cost and margin are null where they are known of nothing.
    ///
    /// - Parameter isOfSales: whether they are of sales, and not of payments, which cost nothing. Default:
    ///   yes.
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

    /// Cost and margin, empty where they are known of nothing; the total before; and of how many pieces,
    /// and of what sum without taxes, the cost is unknown.
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
