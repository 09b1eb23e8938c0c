import Domain
import Foundation
import Persistence

/// The totals of a view, with all that the page about them says.
struct SalesTotalsList: Sendable {
    let request: SalesTotalsRequest
    /// All totals of the view, sorted; the names of those on the page are known, those of others may
    /// be empty.
    private(set) var entries: [SalesTotalsEntry]
    /// The totals of all sales of these days.
    let whole: SalesTotals
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
        whole =
            try request.sales.map { try figures.totals(of: $0, in: context) }
            ?? figures.totals(of: request.period, in: context)
        entries = try Self.entries(request, household, context)
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

    private static func entries(
        _ request: SalesTotalsRequest, _ household: Household, _ context: ManagedObjectContext
    ) throws -> [SalesTotalsEntry] {
        let (figures, period, sales) = (household.salesFigures, request.period, request.sales)
        switch request.grouping {
        case .month:
            let totals =
                try sales.map { try figures.totalsByMonth(of: $0, in: context) }
                ?? figures.totalsByMonth(of: period, in: context)
            return totals.map { SalesTotalsEntry(subject: .month($0), totals: $1) }
        case .product:
            let totals =
                try sales.map { try figures.totalsByProduct(of: $0, in: context) }
                ?? figures.totalsByProduct(of: period, in: context)
            return totals.map { SalesTotalsEntry(subject: .product($0, name: ""), totals: $1) }
        case .customer:
            let totals =
                try sales.map { try figures.totalsByCustomer(of: $0, in: context) }
                ?? figures.totalsByCustomer(of: period, in: context)
            return totals.map {
                SalesTotalsEntry(
                    subject: $0 == 0 ? .nobody : .customer($0, name: ""), totals: $1)
            }
        }
    }

    /// Looks up the names of some entries.
    private mutating func name(_ range: Range<Int>, in context: ManagedObjectContext) throws {
        guard request.grouping != .month, !range.isEmpty else { return }
        let entity = request.grouping == .product ? "Product" : "Customer"
        let numbers = range.map { entries[$0].recordNumber }.filter { $0 > 0 }
        let names = try RecordNames.names(of: numbers, entity, in: context)
        for index in range {
            let number = entries[index].recordNumber
            switch entries[index].subject {
            case .product: entries[index].subject = .product(number, name: names[number] ?? "")
            case .customer: entries[index].subject = .customer(number, name: names[number] ?? "")
            case .month, .nobody: break
            }
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

    /// Months come latest first, others with the greatest totals first, unless the view says
    /// otherwise.
    private mutating func sort() {
        let order =
            request.query.sort
            ?? SortOrder(request.grouping == .month ? "month" : "total", ascending: false)
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
            if case .month(let one) = first.subject, case .month(let other) = second.subject {
                return compare(one, other)
            }
            return first.name.localizedStandardCompare(second.name)
        }
    }
}
