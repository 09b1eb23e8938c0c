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

    /// The answer with some records, in their order. One that is deleted before its turn is left out.
    func response(_ ids: [ManagedObjectID], fileName: String) -> Response {
        let header = CSVDocument(columns: columns)
        var response = header.response(fileName: fileName)
        let batches = RecordBatches<Record>(
            container: container, entityName: entityName, prefetching: prefetching)
        response.body = ResponseBody { [append] writer in
            try await writer.write(header.buffer)
            try await batches.read(ids) { records, context in
                var table = CSVDocument()
                try append(records, &table, context)
                return table.buffer
            } _: {
                try await writer.write($0)
            }
            try await writer.finish(nil)
        }
        return response
    }
}
