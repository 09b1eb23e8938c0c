import Persistence

/// What one save changed, or several of another server. Saves are numbered in the order of their commits.
public struct SavedChanges: Sendable {
    /// The record numbers of one entity.
    public struct Records: Sendable, Equatable {
        /// The records that are new.
        public fileprivate(set) var inserted: [Int64] = []
        /// The records that were changed.
        public fileprivate(set) var updated: [Int64] = []
        /// The records that are gone.
        public fileprivate(set) var deleted: [Int64] = []
    }

    /// The number of the save.
    public let number: Int
    /// Whether more was saved than is told, so that nothing that was made before is as good as new.
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

    /// What others have saved.
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

    /// The entities with records that changed.
    public var entities: Set<EntityName> { Set(records.keys) }

    /// The records of an entity that changed.
    public subscript(entity: EntityName) -> Records { records[entity] ?? Records() }

    private mutating func add(_ ids: [ManagedObjectID], to list: WritableKeyPath<Records, [Int64]>)
    {
        for id in ids {
            guard let number = id.recordNumber else { continue }
            records[EntityName(id), default: Records()][keyPath: list].append(number)
        }
    }
}
