import Domain
import Hummingbird
import NIOCore
import Persistence

/// The customers of a query as a table for spreadsheets, written as they are read.
struct CustomerTable: Sendable {
    private let query: CustomerQuery
    private let shop: Shop

    /// Customers that are read and written at once.
    private static let batchSize = 500

    init(_ query: CustomerQuery, _ shop: Shop) {
        self.query = query
        self.shop = shop
    }

    /// The answer. Whom it has, and in which order, is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: Site.longestRead) { context in
            try shop.household.customers.numbers(of: query, in: context).map {
                try context.coordinator.objectID(entityName: "Customer", recordNumber: $0)
            }
        }
        let header = CSVDocument(columns: CustomerValues.csvColumns)
        var response = header.response(fileName: "customers")
        response.body = ResponseBody { writer in
            try await writer.write(header.buffer)
            for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
                let batch = ids[start..<min(start + Self.batchSize, ids.count)]
                try await writer.write(rows(of: Array(batch)))
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func rows(of ids: [ManagedObjectID]) async throws -> ByteBuffer {
        try await shop.household.container.read { context in
            var request = FetchRequest<Customer>()
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            request.relationshipKeyPathsForPrefetching = ["creditCard"]
            let customers = Dictionary(
                try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
            var table = CSVDocument()
            // A customer who was deleted since the beginning is left out.
            for values in try CustomerList.values(
                ids.compactMap { customers[$0] }, in: context)
            {
                table.append(values.csvCells)
            }
            return table.buffer
        }
    }
}
