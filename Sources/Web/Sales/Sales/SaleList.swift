import Domain
import Foundation
import Persistence

/// The sales of a view of the list, with all that the page about them says: as rows, or with all that
/// programs are told of each.
struct SaleList<Row: ShownSale>: Sendable {
    let request: SaleListRequest
    /// The sales of the page.
    let sales: [Row]
    /// How many sales the view selects.
    let total: Int
    /// The totals of the sales that the view selects; voided ones count nowhere.
    let totals: SalesTotals
    /// What is still to be paid, in a view of sales of which something is; nil in others.
    let owed: Decimal?
    /// How many sales there are, whatever the view.
    let wholeCount: Int
    /// What the customer and the product are called that the view names by their numbers.
    let filterNames: [String: String]

    /// Reads a page of the list.
    ///
    /// - Parameter read: reads the sales of a request, in its order.
    fileprivate init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext,
        reading read: (FetchRequest<Sale>) throws -> [Row]
    ) throws {
        self.request = request
        filterNames = try request.query.names(SaleListRequest.parameters, in: context)
        let query = try household.customers.looking(up: request.sales, in: context)
        let known = try query.knownPage(request.query, household, in: context)
        total = try known?.total ?? context.count(for: query.fetchRequest(context.coordinator))
        totals = try household.salesFigures.totals(of: query, in: context)
        owed = query.isOwed == true ? try query.owed(in: context) : nil
        wholeCount =
            total > 0 || !request.query.isFiltered
            ? total : try context.count(for: FetchRequest<Sale>())
        // Beyond the end there is nothing to look for.
        guard request.query.offset < total else {
            sales = []
            return
        }
        sales =
            try known.map { try read($0.page) }
            ?? Self.page(request.query, of: query, household, in: context, reading: read)
    }

    private static func page(
        _ page: ListQuery, of query: SaleQuery, _ household: Household,
        in context: ManagedObjectContext, reading read: (FetchRequest<Sale>) throws -> [Row]
    ) throws -> [Row] {
        var fetch = try query.fetchRequest(context.coordinator)
        guard query.isTotalAscending != nil else {
            fetch.fetchOffset = page.offset
            fetch.fetchLimit = page.perPage
            return try read(fetch)
        }
        let numbers = try household.salesFigures.numbersByTotal(of: query, in: context)
            .dropFirst(page.offset).prefix(page.perPage)
        fetch.predicate = FetchExpression.evaluatedObject.isIn(
            try numbers.map {
                try context.coordinator.objectID(entityName: "Sale", recordNumber: $0)
            })
        let found = Dictionary(
            try read(fetch).map { ($0.recordNumber, $0) }, uniquingKeysWith: { $1 })
        return numbers.compactMap { found[$0] }
    }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) {
            links($0.address(of: request.address))
        }
    }
}

extension SaleQuery {
    /// A page of all sales in the order of their numbers, and how many there are, as it is known in memory;
    /// nil for other views.
    fileprivate func knownPage(
        _ page: ListQuery, _ household: Household, in context: ManagedObjectContext
    ) throws -> (page: FetchRequest<Sale>, total: Int)? {
        guard isOfAllByNumber else { return nil }
        let numbers = try household.saleNumbers.all(in: context)
        let start = min(page.offset, numbers.count)
        let places = start..<min(start + page.perPage, numbers.count)
        return try request(ofPage: places, of: numbers, context.coordinator).map {
            ($0, numbers.count)
        }
    }
}

extension SaleList<ListedSale> {
    /// Reads what the page of the list shows.
    init(
        listed request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        try self.init(request, household, in: context) {
            try household.salesFigures.listed($0, in: context)
        }
    }
}

extension SaleList<SaleValues> {
    /// Reads a page of the list with all that programs are told.
    init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        try self.init(request, household, in: context) { fetch in
            var fetch = fetch
            fetch.relationshipKeyPathsForPrefetching = SaleValues.relationships
            return try context.fetch(fetch).map(SaleValues.init)
        }
    }

    /// The page for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        var sums: [(name: String, value: JSONValue)] = [
            ("total", .string(Money.plainText(totals.amount))),
            ("quantity", .int(Int(totals.quantity))),
            ("saleCount", .int(totals.saleCount)),
            ("returnCount", .int(totals.returnCount)),
        ]
        if let owed { sums.append(("owed", .string(Money.plainText(owed)))) }
        return ListDocument.json(
            sales.map { $0.json(links) }, request.query, total: total, totals: sums)
    }
}
