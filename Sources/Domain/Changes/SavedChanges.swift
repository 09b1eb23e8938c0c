import Persistence

/// The changes of one save, or of several saves of another server. Saves are numbered in the order
/// of their commits.
public struct SavedChanges: Sendable {
    /// The changed records of one entity, by record number.
    public struct Records: Sendable, Equatable {
        /// The inserted records.
        public fileprivate(set) var inserted: [Int64] = []
        /// The updated records.
        public fileprivate(set) var updated: [Int64] = []
        /// The deleted records.
        public fileprivate(set) var deleted: [Int64] = []
    }

    /// The number of the save.
    public let number: Int
    /// Whether there were further, unknown changes, so that all earlier data is invalid.
    public let isPartial: Bool
    private var records: [EntityName: Records] = [:]

    init(_ notification: SaveNotification?, isPartial: Bool, number: Int) {
        self.number = number
        self.isPartial = isPartial
        guard let notification else { return }
        add(notification.inserted, to: \.inserted)
        add(notification.updated, to: \.updated)
        add(notification.deleted, to: \.deleted)
    }

    /// The saves of others.
    init(_ transactions: [PersistentHistoryTransaction], number: Int) {
        self.number = number
        isPartial = false
        for transaction in transactions {
            let changes = transaction.objectIDNotification
            add(changes.inserted, to: \.inserted)
            add(changes.updated, to: \.updated)
            add(changes.deleted, to: \.deleted)
        }
    }

    /// The entities with changed records.
    public var entities: Set<EntityName> { Set(records.keys) }

    /// The changed records of an entity.
    public subscript(entity: EntityName) -> Records { records[entity] ?? Records() }

    private mutating func add(_ ids: [ManagedObjectID], to list: WritableKeyPath<Records, [Int64]>)
    {
        for id in ids {
            guard let number = id.recordNumber else { continue }
            records[EntityName(id), default: Records()][keyPath: list].append(number)
        }
    }
}
