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
    /// How many sales there are, whatever the view.
    let wholeCount: Int

    /// Reads a page of the list.
    init(
        _ request: SaleListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        self.request = request
        let query = try household.customers.looking(up: request.sales, in: context)
        var fetch = try query.fetchRequest(context.coordinator)
        total = try context.count(for: fetch)
        totals = try household.salesFigures.totals(of: query, in: context)
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
        fetch.relationshipKeyPathsForPrefetching = [
            "customer", "lines", "lines.product", "returnOf", "returns",
        ]
        sales = try context.fetch(fetch).map(SaleValues.init)
    }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(page: request.query.page, perPage: request.query.perPage, total: total) {
            links(request.query.at(page: $0).address(of: request.address))
        }
    }

    /// The page for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        ListDocument.json(
            sales.map { $0.json(links) }, request.query, total: total,
            totals: [
                ("total", .string(Money.plainText(totals.amount))),
                ("quantity", .int(Int(totals.quantity))),
                ("saleCount", .int(totals.saleCount)),
                ("returnCount", .int(totals.returnCount)),
            ])
    }
}
