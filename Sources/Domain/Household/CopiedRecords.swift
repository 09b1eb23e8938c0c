public import Persistence

/// The copies of a record that were made at once, so that they can be undone.
public struct CopiedRecords: Sendable, Codable {
    /// A copy as it was saved.
    private struct Copy: Sendable, Codable {
        let number: Int64
        let version: Int64
    }

    private let entity: String
    private let copies: [Copy]

    /// The number of copies.
    public var count: Int { copies.count }

    /// - Parameter records: the copies, which are of one entity and about to be saved.
    public init(_ records: [ManagedObject]) {
        entity = records.first?.objectID.entityName ?? ""
        copies = records.map {
            Copy(number: $0.savedNumber, version: CreatedRecords.firstVersion)
        }
    }

    /// The copies that were not changed or deleted since.
    ///
    /// - Throws: errors of the store.
    public func unchanged<Record: ManagedObject>(
        as type: Record.Type = Record.self, in context: ManagedObjectContext
    ) throws -> [Record] {
        try copies.compactMap { copy in
            guard let record = try context.record(entity, copy.number) as? Record,
                record.rowVersion == copy.version
            else { return nil }
            return record
        }
    }
}
