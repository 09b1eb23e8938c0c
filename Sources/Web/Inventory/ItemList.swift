import Domain
import Persistence

/// The items of a view of the list, with all that the page about them says.
struct ItemList {
    let request: ItemListRequest
    /// The items of the page.
    let items: [Item]
    /// The names of all types and locations.
    let names: ItemNames
    /// The totals of the view under its own filters and under others.
    let facets: ItemFacets
    /// The totals of all items that the view selects; what was sold counts only if the view asks
    /// for it.
    let totals: ItemTotals
    /// How many of the items that the view selects were sold.
    let soldCount: Int
    /// The totals of all items there are.
    let wholeTotals: ItemTotals
    /// How many items there are, those that were sold among them.
    let wholeCount: Int

    /// Reads a page of the list.
    init(
        _ request: ItemListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        let figures = household.figures
        let request = try request.resolved(in: figures, context)
        self.request = request
        let found = household.itemIndex.found(request.items, in: context)
        // What is not in memory is looked through once, for the facets and for the page.
        let belongings = BelongingSearch(context)
        facets = try found?.facets ?? figures.facets(of: request.items, in: context, belongings)
        totals = facets.totals(of: request.items)
        var sold = request.items
        sold.sold = true
        soldCount = request.items.sold == false ? 0 : facets.totals(of: sold).count
        let whole = ItemQuery()
        let wholeFacets = try figures.facets(of: whole, in: context)
        wholeTotals = wholeFacets.totals(of: whole)
        var wholeSold = whole
        wholeSold.sold = true
        wholeCount = wholeTotals.count + wholeFacets.totals(of: wholeSold).count
        names = try ItemNames(figures, in: context)
        // Beyond the end there is nothing to look for.
        let count = request.items.sold == nil ? totals.count + soldCount : totals.count
        guard request.query.offset < count else {
            items = []
            return
        }
        items = try Self.items(request, found, belongings, household, in: context)
    }

    /// Reads what programs are told of the items beside their rows, of all of them at once.
    ///
    /// - Throws: errors of the store.
    func readWhole(in context: ManagedObjectContext) throws {
        let _: [Item] = try context.objects(
            with: items.map(\.objectID),
            prefetching: ["container", "tags"] + ItemExtras.prefetching)
    }

    /// Reads the items of the page: by their numbers where these are known, so that nothing has to be
    /// searched, sorted or passed over.
    private static func items(
        _ request: ItemListRequest, _ found: ItemIndex.Found?, _ belongings: BelongingSearch,
        _ household: Household, in context: ManagedObjectContext
    ) throws -> [Item] {
        let (offset, count) = (request.query.offset, request.query.perPage)
        let numbers = try household.itemPages.numbers(
            of: request.items, found, offset: offset, in: context, belongings)
        if let numbers {
            let coordinator = context.coordinator
            return try context.objects(
                with: numbers.dropFirst(offset).prefix(count).map {
                    try coordinator.objectID(entityName: "Item", recordNumber: $0)
                })
        }
        var fetch = try request.items.fetchRequest(in: context, belongings)
        fetch.fetchOffset = offset
        fetch.fetchLimit = count
        return try context.fetch(fetch)
    }

    /// How many items the view selects, those that were sold among them.
    var total: Int { request.items.sold == nil ? totals.count + soldCount : totals.count }

    /// Whether the page begins with the first item of the view.
    var isStart: Bool { request.query.page == 1 }

    /// Whether the page ends with the last item of the view.
    var isEnd: Bool { request.query.offset + items.count >= total }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) { links($0.address(of: .items)) }
    }

    /// The page for programs, once it is read whole.
    func json(_ links: SiteLinks) -> JSONValue {
        ListDocument.json(
            items.map { ItemValues($0, names, isWhole: true).json(links, ItemExtras($0)) },
            request.query,
            total: total,
            totals: [("valueInDollars", .int(Int(totals.valueInDollars)))])
    }
}
