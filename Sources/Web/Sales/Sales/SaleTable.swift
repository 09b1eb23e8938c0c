import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The sales of a query as a table for spreadsheets, written as they are read.
struct SaleTable: Sendable {
    private let query: SaleQuery
    private let shop: Shop

    /// Sales that are read and written at once.
    private static let batchSize = 500

    init(_ query: SaleQuery, _ shop: Shop) {
        self.query = query
        self.shop = shop
    }

    /// The answer. Which sales it has, and in which order, is decided before its first byte.
    func response(fileName: String = "sales") async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: Site.longestRead) {
            context in
            let query = try shop.household.customers.looking(up: query, in: context)
            return try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        let document = CSVDocument(columns: SaleValues.csvColumns)
        var response = document.response(fileName: fileName)
        response.body = ResponseBody { writer in
            try await writer.write(document.buffer)
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
            var request = FetchRequest<Sale>()
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            request.relationshipKeyPathsForPrefetching = [
                "customer", "lines", "lines.product", "returnOf",
            ]
            let sales = Dictionary(
                try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
            var table = CSVDocument()
            // A sale that went with its customer since the beginning is left out.
            for sale in ids.compactMap({ sales[$0] }) {
                table.append(SaleValues(sale).csvCells)
            }
            return table.buffer
        }
    }
}
