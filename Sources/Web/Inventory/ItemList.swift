import Domain
import Foundation
import Hummingbird
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

extension ItemList {
    /// What a window shows of the page, once it is read whole.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    func liveState(_ links: SiteLinks) throws -> LiveState {
        try LiveState(
            rows: items.map { try ItemValues($0, names, isWhole: true).liveRow(links) },
            totals: liveTotals)
    }
}

extension ItemValues {
    /// What a window shows of the item: whatever programs are told of it.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(
            id: recordNumber,
            key: LiveState.Name(attribute: "itemKey", text: key.uuidString),
            showing: json(links))
    }
}

/// How many items a view of the list has, and what they are worth.
struct ItemListCounts {
    /// The totals of the view under its own filters and under others.
    let facets: ItemFacets
    /// The totals of all items that the view selects; what was sold counts only if the view asks
    /// for it.
    let totals: ItemTotals
    /// How many of the items that the view selects were sold.
    let soldCount: Int
    /// How many items there are, those that were sold among them.
    let wholeCount: Int
    /// How many items the view selects, those that were sold among them.
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

/// The items of a query as a table for spreadsheets, written as they are read.
struct ItemTable: Sendable {
    private let list: ItemListRequest
    private let inventory: Inventory

    init(_ list: ItemListRequest, _ inventory: Inventory) {
        self.list = list
        self.inventory = inventory
    }

    /// The answer. Which items it has, and in which order, is decided before its first byte.
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

    /// What is read of items along with them.
    static let prefetching = ["container", "tags"] + ItemExtras.prefetching

    /// The columns, with those of the household's own fields at the end.
    static func columns(_ fields: [ItemFieldRecord]) -> [String] {
        ItemValues.csvColumns + ItemExtras.csvColumns + fields.map { "fields.\($0.name)" }
    }

    /// The cells of an item, under these columns.
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
