import Domain
import Hummingbird
import Persistence

/// The items of a query as a table for spreadsheets, written as they are read.
struct ItemTable: Sendable {
    private let query: ItemQuery
    private let inventory: Inventory

    init(_ query: ItemQuery, _ inventory: Inventory) {
        self.query = query
        self.inventory = inventory
    }

    /// The answer. Which items it has, and in which order, is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await inventory.household.container.read(
            timeLimit: inventory.site.longestRead
        ) {
            context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        let links = inventory.links
        return RecordTable<Item>(
            container: inventory.household.container, columns: ItemValues.csvColumns,
            prefetching: ["assetType"]
        ) { items, table, _ in
            for item in items { table.append(ItemValues(item).csvCells(links)) }
        }.response(ids, fileName: "items")
    }
}
