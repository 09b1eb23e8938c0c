import Domain
import Hummingbird
import Persistence

/// The customers of a query as a table for spreadsheets, written as they are read.
struct CustomerTable: Sendable {
    private let query: CustomerQuery
    private let shop: Shop

    init(_ query: CustomerQuery, _ shop: Shop) {
        self.query = query
        self.shop = shop
    }

    /// The answer. Whom it has, and in which order, is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            context in
            try shop.household.customers.numbers(of: query, in: context).map {
                try context.coordinator.objectID(entityName: "Customer", recordNumber: $0)
            }
        }
        return RecordTable<Customer>(
            container: shop.household.container, columns: CustomerValues.csvColumns,
            prefetching: ["creditCard"]
        ) { customers, table, context in
            for values in try CustomerList.values(customers, in: context) {
                table.append(values.csvCells)
            }
        }.response(ids, fileName: "customers")
    }
}
