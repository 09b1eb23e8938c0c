import Domain
import Hummingbird
import Persistence

/// The sales of a query as a table for spreadsheets, written as they are read.
struct SaleTable: Sendable {
    private let query: SaleQuery
    private let shop: Shop

    init(_ query: SaleQuery, _ shop: Shop) {
        self.query = query
        self.shop = shop
    }

    /// The answer. Which sales it has, and in which order, is decided before its first byte.
    func response(fileName: String = "sales") async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        return RecordTable(
            container: shop.household.container, columns: SaleValues.csvColumns,
            prefetching: SaleValues.relationships
        ) { (sales: [Sale], table, _) in
            for sale in sales { table.append(SaleValues(sale).csvCells) }
        }.response(ids, fileName: fileName)
    }
}
