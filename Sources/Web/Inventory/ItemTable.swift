import Domain
import Hummingbird
import Persistence

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
