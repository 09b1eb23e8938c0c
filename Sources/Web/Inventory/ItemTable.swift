import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The items of a query as a table for spreadsheets, written as they are read.
struct ItemTable: Sendable {
    private let query: ItemQuery
    private let inventory: Inventory

    /// Items that are read and written at once.
    private static let batchSize = 500

    init(_ query: ItemQuery, _ inventory: Inventory) {
        self.query = query
        self.inventory = inventory
    }

    /// The answer. Which items it has, and in which order, is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await inventory.household.container.read(timeLimit: Site.longestRead) {
            context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        }
        var response = CSVDocument(columns: ItemValues.csvColumns).response(fileName: "items")
        let header = CSVDocument(columns: ItemValues.csvColumns).buffer
        response.body = ResponseBody { writer in
            try await writer.write(header)
            for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
                let batch = ids[start..<min(start + Self.batchSize, ids.count)]
                try await writer.write(rows(of: Array(batch)))
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func rows(of ids: [ManagedObjectID]) async throws -> ByteBuffer {
        try await inventory.household.container.read { context in
            var request = FetchRequest<Item>()
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            request.relationshipKeyPathsForPrefetching = ["assetType"]
            let items = Dictionary(
                try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
            var table = CSVDocument()
            // An item that was deleted since the beginning is left out.
            for item in ids.compactMap({ items[$0] }) {
                table.append(ItemValues(item).csvCells(inventory.links))
            }
            return table.buffer
        }
    }
}
