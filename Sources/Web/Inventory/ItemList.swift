import Domain
import Foundation
import Persistence

/// The items of a view of the list, with all that the page about them says.
struct ItemList {
    let request: ItemListRequest
    /// The items of the page.
    let items: [Item]
    /// The names of all types and locations.
    let names: ItemNames
    /// How many there are, and what they are worth.
    let counts: ItemListCounts

    /// Reads a page of the list.
    init(
        _ request: ItemListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        let cache = household.inventoryCache
        self.request = try request.resolved(in: cache, context)
        names = try ItemNames(cache, in: context)
        counts = try ItemListCounts(self.request.items, cache, in: context)
        // Beyond the end there is nothing to look for.
        items =
            request.query.offset < counts.total
            ? try Self.items(self.request, in: context) : []
    }

    /// Reads what programs are told of the items beside their rows, of all of them at once.
    ///
    /// - Throws: errors of the store.
    func readWhole(in context: ManagedObjectContext) throws {
        let _: [Item] = try context.objects(
            with: items.map(\.objectID),
            prefetching: ["container", "tags"] + ItemExtras.prefetching)
    }

    private static func items(
        _ request: ItemListRequest, in context: ManagedObjectContext
    ) throws -> [Item] {
        var fetch = try request.items.fetchRequest(in: context)
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        return try context.fetch(fetch)
    }

    /// How many items the view selects, those that were sold among them.
    var total: Int { counts.total }

    /// Whether the page begins with the first item of the view.
    var isStart: Bool { request.query.page == 1 }

    /// Whether the page ends with the last item of the view.
    var isEnd: Bool { request.query.offset + items.count >= total }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) { links($0.address(of: .items)) }
    }

    /// The page for programs, once it is read whole.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    func json(_ links: SiteLinks) throws -> JSONValue {
        try ListDocument.json(
            items.map { try ItemValues($0, names, isWhole: true).json(links, ItemExtras($0)) },
            request.query,
            total: total,
            totals: sums)
    }

    /// What the items that the view selects are worth together.
    private var sums: [(name: String, value: JSONValue)] {
        [
            ("valueInDollars", .int(Int(counts.totals.valueInDollars))),
            ("worth", .string(counts.totals.worth.map(Money.plainText))),
        ]
    }

    /// The sums and counts that a window is told of.
    var liveTotals: [(name: String, value: JSONValue)] {
        [("total", .int(total)), ("totals", .object(sums))]
    }
}
