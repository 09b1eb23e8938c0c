import NIOCore
import Persistence

/// Records that are read some at a time, and written as they are read.
struct RecordBatches<Record: ManagedObject>: Sendable {
    let container: PersistentContainer
    /// The entity; nil for the one that the class was generated for.
    var entityName: String?
    /// The key paths of what is read along with the records.
    let prefetching: [String]

    /// Records that are read and written at once.
    private var size: Int { 500 }

    /// Reads some records, in their order, part by part. One that is deleted before its turn is left out.
    ///
    /// - Parameters:
    ///   - make: makes the bytes of a part.
    ///   - write: writes them.
    /// - Throws: errors of the store, and what the closures throw.
    func read(
        _ ids: [ManagedObjectID],
        _ make: @escaping @Sendable ([Record], ManagedObjectContext) throws -> ByteBuffer,
        _ write: (ByteBuffer) async throws -> Void
    ) async throws {
        for start in stride(from: 0, to: ids.count, by: size) {
            let batch = Array(ids[start..<min(start + size, ids.count)])
            try await write(
                container.read { context in
                    let records: [Record] = try context.objects(
                        with: batch, entityName: entityName, prefetching: prefetching)
                    return try make(records, context)
                })
        }
    }
}
