import Domain
import Persistence

/// The items of a view of the list, with all that the page about them says.
struct ItemList {
    let request: ItemListRequest
    /// The items of the page.
    let items: [Item]
    /// The names of all types.
    let labels: [AssetTypeLabel]
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
        self.request = request
        let figures = household.figures
        let found = household.itemIndex.found(request.items, in: context)
        facets = try found?.facets ?? figures.facets(of: request.items, in: context)
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
        labels = try figures.assetTypeLabels(in: context)
        // Beyond the end there is nothing to look for.
        let count = request.items.sold == nil ? totals.count + soldCount : totals.count
        guard request.query.offset < count else {
            items = []
            return
        }
        items = try Self.items(request, found, household, in: context)
    }

    /// Reads the items of the page: by their numbers where these are known, so that nothing has to be
    /// searched, sorted or passed over.
    private static func items(
        _ request: ItemListRequest, _ found: ItemIndex.Found?, _ household: Household,
        in context: ManagedObjectContext
    ) throws -> [Item] {
        let (offset, count) = (request.query.offset, request.query.perPage)
        let numbers = try household.itemPages.numbers(
            of: request.items, found, offset: offset, in: context)
        if let numbers {
            let coordinator = context.coordinator
            return try context.objects(
                with: numbers.dropFirst(offset).prefix(count).map {
                    try coordinator.objectID(entityName: "Item", recordNumber: $0)
                })
        }
        var fetch = try request.items.fetchRequest(context.coordinator)
        fetch.fetchOffset = offset
        fetch.fetchLimit = count
        return try context.fetch(fetch)
    }

    /// How many items the view selects, those that were sold among them.
    var total: Int { request.items.sold == nil ? totals.count + soldCount : totals.count }

    /// The names of all types, by number.
    var labelsByNumber: [Int64: AssetTypeLabel] {
        Dictionary(labels.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether the page begins with the first item of the view.
    var isStart: Bool { request.query.page == 1 }

    /// Whether the page ends with the last item of the view.
    var isEnd: Bool { request.query.offset + items.count >= total }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) { links($0.address(of: .items)) }
    }

    /// The page for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        let labels = labelsByNumber
        return ListDocument.json(
            items.map { item in
                let number = item.assetType?.objectID.recordNumber
                return ItemValues(
                    item, assetType: number.flatMap { labels[$0] }
                ).json(links)
            }, request.query, total: total,
            totals: [("valueInDollars", .int(Int(totals.valueInDollars)))])
    }
}
