import Domain
import Foundation
import Persistence

/// The sales of a view of the list, with all that the page about them says.
struct SaleList: Sendable {
    let request: SaleListRequest
    /// The sales of the page.
    let sales: [SaleValues]
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
    init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        self.request = request
        filterNames = try request.query.names(SaleListRequest.parameters, in: context)
        let query = try household.customers.looking(up: request.sales, in: context)
        total = try context.count(for: query.fetchRequest(context.coordinator))
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
        sales = try Self.page(request.query, of: query, household, in: context)
            .map(SaleValues.init)
    }

    private static func page(
        _ page: ListQuery, of query: SaleQuery, _ household: Household,
        in context: ManagedObjectContext
    ) throws -> [Sale] {
        var fetch = try query.fetchRequest(context.coordinator)
        fetch.relationshipKeyPathsForPrefetching = SaleValues.relationships
        guard query.isTotalAscending != nil else {
            fetch.fetchOffset = page.offset
            fetch.fetchLimit = page.perPage
            return try context.fetch(fetch)
        }
        let ids = try household.salesFigures.numbersByTotal(of: query, in: context)
            .dropFirst(page.offset).prefix(page.perPage)
            .map { try context.coordinator.objectID(entityName: "Sale", recordNumber: $0) }
        fetch.predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
        let found = Dictionary(
            try context.fetch(fetch).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { found[$0] }
    }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) {
            links($0.address(of: request.address))
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
