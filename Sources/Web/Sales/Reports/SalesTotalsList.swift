import Domain
import Foundation
import Persistence

/// The totals of a view, with all that the page about them says.
struct SalesTotalsList: Sendable {
    let request: SalesTotalsRequest
    /// All totals of the view, sorted; the names of those on the page are known, those of others may
    /// be empty.
    private(set) var entries: [SalesTotalsEntry]
    /// The totals of all sales of these days; of payments, what was paid in all.
    let whole: SalesTotals
    /// The same of the days before; nil if there are none to compare with.
    let before: SalesTotals?
    private let isNamed: Bool

    /// Reads the totals of a view.
    ///
    /// - Parameter isWhole: whether all entries are wanted, and not those of a page alone.
    init(
        _ request: SalesTotalsRequest, _ household: Household, isWhole: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        self.request = request
        let figures = household.salesFigures
        let isOfPayments = request.grouping == .payment
        let period = request.period.before
        let sales = try Self.whole(request.period, request.sales, figures, in: context)
        let formerSales = try period.map {
            try Self.whole($0, request.sales(of: $0), figures, in: context)
        }
        entries = try Self.entries(request, household, context)
        let former = try period.map {
            try request.grouping.totals(of: $0, request.sales(of: $0), household, in: context)
        }
        if let former, !request.grouping.isOfDates {
            for index in entries.indices {
                entries[index].before = former[entries[index].key]?.amount ?? 0
            }
        }
        whole =
            isOfPayments ? entries.reduce(SalesTotals()) { $0 + $1.totals } : sales
        before = isOfPayments ? former?.values.reduce(SalesTotals(), +) : formerSales
        isNamed =
            isWhole || !request.query.search.isEmpty || request.query.sort?.attribute == "name"
        if isNamed {
            try name(entries.indices, in: context)
            search()
        }
        sort()
        if !isNamed {
            try name(pageRange, in: context)
            try name(0..<min(entries.count, SalesChart.mostRows), in: context)
        }
    }

    /// The entries of the page.
    var page: [SalesTotalsEntry] { Array(entries[pageRange]) }

    private var pageRange: Range<Int> {
        let start = min(request.query.offset, entries.count)
        return start..<min(start + request.query.perPage, entries.count)
    }

    private static func whole(
        _ period: SalesPeriod, _ sales: SaleQuery?, _ figures: SalesFigures,
        in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try sales.map { try figures.totals(of: $0, in: context) }
            ?? figures.totals(of: period, in: context)
    }

    private static func entries(
        _ request: SalesTotalsRequest, _ household: Household, _ context: ManagedObjectContext
    ) throws -> [SalesTotalsEntry] {
        let grouping = request.grouping
        return try grouping.totals(of: request.period, request.sales, household, in: context).map {
            SalesTotalsEntry(subject: .init($0, by: grouping), totals: $1)
        }
    }

    /// Looks up the names of some entries.
    private mutating func name(_ range: Range<Int>, in context: ManagedObjectContext) throws {
        guard !range.isEmpty else { return }
        let names: [Int64: String]
        if let entity = request.grouping.entity {
            let numbers = range.map { entries[$0].recordNumber }.filter { $0 > 0 }
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
            entries[index].subject = entries[index].subject.named(
                names[entries[index].recordNumber] ?? "")
        }
    }

    private mutating func search() {
        let words = request.query.search.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return }
        entries.removeAll { entry in
            !words.allSatisfy {
                entry.name.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
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
        guard order.attribute != "total" else { return sortByTotal(order) }
        entries.sort { first, second in
            switch Self.compare(first, second, by: order.attribute) {
            case .orderedSame: first.recordNumber < second.recordNumber
            case .orderedAscending: order.isAscending
            case .orderedDescending: !order.isAscending
            }
        }
    }

    /// By ranks that are made once, as comparing decimals takes long.
    private mutating func sortByTotal(_ order: SortOrder) {
        let ranks = entries.map { AmountRank($0.totals.amount) }
        let sorted = entries.indices.sorted { first, second in
            if ranks[first] < ranks[second] { return order.isAscending }
            if ranks[second] < ranks[first] { return !order.isAscending }
            return entries[first].recordNumber < entries[second].recordNumber
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
        case "quantity": return compare(first.totals.quantity, second.totals.quantity)
        case "saleCount": return compare(first.totals.saleCount, second.totals.saleCount)
        default:
            if attribute == "month" || first.subject.isInTime {
                return compare(first.rank, second.rank)
            }
            return first.name.localizedStandardCompare(second.name)
        }
    }
}
