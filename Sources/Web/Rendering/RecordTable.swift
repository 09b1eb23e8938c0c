import Hummingbird
import NIOCore
import Persistence

/// Records as a CSV document, read and written in batches.
struct RecordTable: Sendable {
    private let container: PersistentContainer
    private let entityName: String
    private let columns: [String]
    private let prefetching: [String]
    private let append:
        @Sendable ([ManagedObject], inout CSVDocument, ManagedObjectContext) throws -> Void

    /// A table of records.
    ///
    /// - Parameters:
    ///   - entityName: the entity; nil, the default, for the class's entity.
    ///   - prefetching: the key paths to prefetch.
    ///   - append: adds records to the document.
    init<Record: ManagedObject>(
        container: PersistentContainer, entityName: String? = nil, columns: [String],
        prefetching: [String],
        append:
            @escaping @Sendable ([Record], inout CSVDocument, ManagedObjectContext) throws ->
            Void
    ) {
        self.container = container
        self.entityName = entityName ?? "\(Record.self)"
        self.columns = columns
        self.prefetching = prefetching
        self.append = { try append($0.compactMap { $0 as? Record }, &$1, $2) }
    }

    /// The number of records in a batch.
    private static let batch = 500

    /// The response with some records in order. A record that is deleted meanwhile is left out.
    func response(_ ids: [ManagedObjectID], fileName: String) -> Response {
        let header = CSVDocument(columns: columns)
        var response = header.response(fileName: fileName)
        response.body = ResponseBody { writer in
            try await writer.write(header.buffer)
            for start in stride(from: 0, to: ids.count, by: Self.batch) {
                let some = ids[start..<min(start + Self.batch, ids.count)]
                try await writer.write(container.read { try rows(some, in: $0) })
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func rows(
        _ ids: ArraySlice<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> ByteBuffer {
        let records: [ManagedObject] = try context.objects(
            with: ids, entityName: entityName, prefetching: prefetching)
        var table = CSVDocument()
        try append(records, &table, context)
        return table.buffer
    }
}
