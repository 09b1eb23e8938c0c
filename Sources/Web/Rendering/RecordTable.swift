import Hummingbird
import NIOCore
import Persistence

/// Records as a table for spreadsheets, written as they are read.
struct RecordTable<Record: ManagedObject>: Sendable {
    let container: PersistentContainer
    /// The entity; nil for the one that the class was generated for.
    var entityName: String?
    let columns: [String]
    /// The key paths of what is read along with the records.
    let prefetching: [String]
    /// Adds records to a table.
    let append: @Sendable ([Record], inout CSVDocument, ManagedObjectContext) throws -> Void

    /// Records that are read and written at once.
    private var batchSize: Int { 500 }

    /// The answer with some records, in their order. One that is deleted before its turn is left out.
    func response(_ ids: [ManagedObjectID], fileName: String) -> Response {
        let header = CSVDocument(columns: columns)
        var response = header.response(fileName: fileName)
        response.body = ResponseBody { writer in
            try await writer.write(header.buffer)
            for start in stride(from: 0, to: ids.count, by: batchSize) {
                let batch = ids[start..<min(start + batchSize, ids.count)]
                try await writer.write(rows(of: Array(batch)))
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func rows(of ids: [ManagedObjectID]) async throws -> ByteBuffer {
        try await container.read { context in
            var request = FetchRequest<Record>(entityName: entityName)
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            request.relationshipKeyPathsForPrefetching = prefetching
            let records = Dictionary(
                try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
            var table = CSVDocument()
            try append(ids.compactMap { records[$0] }, &table, context)
            return table.buffer
        }
    }
}
