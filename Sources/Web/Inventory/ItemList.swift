import Domain
import Foundation
import Hummingbird
import Persistence

/// The items of a view with everything that its page shows.
struct ItemList {
    let request: ItemListRequest
    /// The items of the current page.
    let items: [Item]
    /// The names of all types and locations.
    let names: ItemNames
    /// The number of items and their worth.
    let counts: ItemListCounts

    /// Reads a page of the list.
    init(
        _ request: ItemListRequest, _ household: Household, in context: ManagedObjectContext
    ) throws {
        let cache = household.inventoryCache
        self.request = try request.resolved(in: cache, context)
        names = try ItemNames(cache, in: context)
        counts = try ItemListCounts(self.request.items, cache, in: context)
        // After the last page there is nothing to fetch.
        items =
            request.query.offset < counts.total
            ? try Self.items(self.request, in: context) : []
    }

    /// Fetches the related records that programs get, for all items at once.
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

    /// The number of items in the view, including sold ones.
    var total: Int { counts.total }

    /// Whether the page begins with the first item of the view.
    var isStart: Bool { request.query.page == 1 }

    /// Whether the page ends with the last item of the view.
    var isEnd: Bool { request.query.offset + items.count >= total }

    /// The links to the other pages.
    func paging(_ links: SiteLinks) -> Paging {
        Paging(request.query, total: total) { links($0.address(of: .items)) }
    }

    /// The page as JSON, after `readWhole(in:)`.
    ///
    /// - Throws: errors of a field that the model does not have.
    func json(_ links: SiteLinks) throws -> JSONValue {
        try ListDocument.json(
            items.map { try ItemValues($0, names, isWhole: true).json(links, ItemExtras($0)) },
            request.query,
            total: total,
            totals: sums)
    }

    /// The total worth of the items in the view.
    private var sums: [(name: String, value: JSONValue)] {
        [
            ("valueInDollars", .int(Int(counts.totals.valueInDollars))),
            ("worth", .string(counts.totals.worth.map(Money.plainText))),
        ]
    }

    /// The sums and counts in live updates.
    var liveTotals: [(name: String, value: JSONValue)] {
        [("total", .int(total)), ("totals", .object(sums))]
    }
}

extension ItemList {
    /// The state of the page for live updates, after `readWhole(in:)`.
    ///
    /// - Throws: errors of a field that the model does not have.
    func liveState(_ links: SiteLinks) throws -> LiveState {
        try LiveState(
            rows: items.map { try ItemValues($0, names, isWhole: true).liveRow(links) },
            totals: liveTotals)
    }
}

extension ItemValues {
    /// The row of an item for live updates, as in JSON.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(
            id: recordNumber,
            key: LiveState.Name(attribute: "itemKey", text: key.uuidString),
            showing: json(links))
    }
}

/// The numbers and the worth of the items in a view.
struct ItemListCounts {
    /// The totals of the view, and those with one more filter.
    let facets: ItemFacets
    /// The totals of the items in the view. Sold items count only if the view selects them.
    let totals: ItemTotals
    /// The number of sold items in the view.
    let soldCount: Int
    /// The number of all items, including sold ones.
    let wholeCount: Int
    /// The number of items in the view, including sold ones.
    let total: Int

    init(
        _ query: ItemQuery, _ cache: InventoryCache, in context: ManagedObjectContext
    ) throws {
        facets = try cache.facets(of: query, in: context)
        totals = facets.totals(of: query)
        var sold = query
        sold.sold = true
        soldCount = query.sold == false ? 0 : facets.totals(of: sold).count
        total = query.sold == nil ? totals.count + soldCount : totals.count
        let whole = ItemQuery()
        let wholeFacets = try cache.facets(of: whole, in: context)
        var wholeSold = whole
        wholeSold.sold = true
        wholeCount =
            wholeFacets.totals(of: whole).count + wholeFacets.totals(of: wholeSold).count
    }
}

/// The items of a query as a CSV table, sent while it is read.
struct ItemTable: Sendable {
    private let list: ItemListRequest
    private let inventory: Inventory

    init(_ list: ItemListRequest, _ inventory: Inventory) {
        self.list = list
        self.inventory = inventory
    }

    /// The response. Its items and their order are fixed before the first byte is sent.
    func response() async throws -> Response {
        let (ids, fields) = try await inventory.household.container.read(
            timeLimit: inventory.site.longestRead
        ) {
            context in
            let query = try list.resolved(in: inventory.household.inventoryCache, context).items
            let ids = try context.fetchObjectIDs(query.fetchRequest(in: context))
            return (ids, try ItemField.all(in: context).map { ItemFieldRecord($0) })
        }
        let links = inventory.links
        let figures = inventory.household.inventoryCache
        return RecordTable(
            container: inventory.household.container,
            columns: Self.columns(fields), prefetching: Self.prefetching
        ) { (items: [Item], table, context) in
            let names = try ItemNames(figures, in: context)
            for item in items { table.append(try Self.cells(item, names, fields, links)) }
        }.response(ids, fileName: "items")
    }

    /// The relationships to prefetch with items.
    static let prefetching = ["container", "tags"] + ItemExtras.prefetching

    /// The columns, with the custom fields at the end.
    static func columns(_ fields: [ItemFieldRecord]) -> [String] {
        ItemValues.csvColumns + ItemExtras.csvColumns + fields.map { "fields.\($0.name)" }
    }

    /// The cells of an item in the order of the columns.
    ///
    /// - Throws: errors of the encoder.
    static func cells(
        _ item: Item, _ names: ItemNames, _ fields: [ItemFieldRecord], _ links: SiteLinks
    ) throws -> [CSVDocument.Cell] {
        try ItemValues(item, names, isWhole: true).csvCells(links)
            + (try ItemExtras(item).csvCells())
            + fields.map { .text(item.fieldText($0.recordNumber)) }
    }
}
