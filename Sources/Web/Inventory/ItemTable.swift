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
        let ids = try await inventory.household.container.read(
            timeLimit: inventory.site.longestRead
        ) {
            context in
            let query = try list.resolved(in: inventory.household.figures, context).items
            return try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        let links = inventory.links
        let figures = inventory.household.figures
        return RecordTable<Item>(
            container: inventory.household.container, columns: ItemValues.csvColumns,
            prefetching: ["container", "tags"]
        ) { items, table, context in
            let names = try ItemNames(figures, in: context)
            for item in items {
                table.append(ItemValues(item, names, isWhole: true).csvCells(links))
            }
        }.response(ids, fileName: "items")
    }
}
