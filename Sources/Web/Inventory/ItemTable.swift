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
            let query = try list.resolved(in: inventory.household.figures, context).items
            let ids = try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
            return (ids, try ItemField.all(in: context).map { ItemFieldRecord($0) })
        }
        let links = inventory.links
        let figures = inventory.household.figures
        return RecordTable<Item>(
            container: inventory.household.container,
            columns: ItemValues.csvColumns + fields.map { "fields.\($0.name)" },
            prefetching: ["container", "tags"] + (fields.isEmpty ? [] : ["fieldValues"])
        ) { items, table, context in
            let names = try ItemNames(figures, in: context)
            for item in items {
                let values = ItemValues(item, names, isWhole: true)
                let own = fields.map { CSVDocument.Cell.text(item.fieldText($0.recordNumber)) }
                table.append(values.csvCells(links) + own)
            }
        }.response(ids, fileName: "items")
    }
}
