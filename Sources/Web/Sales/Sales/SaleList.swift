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
        let query = request.sales
        var fetch = try query.fetchRequest(context.coordinator)
        total = try context.count(for: fetch)
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
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        sales = try read(fetch)
    }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) {
            links($0.address(of: request.address))
        }
    }
}

extension SaleList<ListedSale> {
    /// Reads what the page of the list shows.
    init(
        listed request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        try self.init(request, household, in: context) {
            try ListedSale.fetch($0, in: context)
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
            ("quantity", .decimal(totals.quantity)),
            ("saleCount", .int(totals.saleCount)),
            ("returnCount", .int(totals.returnCount)),
        ]
        if let owed { sums.append(("owed", .string(Money.plainText(owed)))) }
        return ListDocument.json(
            sales.map { $0.json(links) }, request.query, total: total, totals: sums)
    }
}
