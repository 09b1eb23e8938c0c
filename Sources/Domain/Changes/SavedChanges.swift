import Persistence

/// What one save changed. Saves are numbered in the order of their commits.
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

    /// The number of the save before. Whoever is not at this number has missed one.
    public let formerNumber: Int
    /// The number of the save.
    public let number: Int
    private var records: [EntityName: Records] = [:]

    init(_ notification: SaveNotification?, from formerNumber: Int, to number: Int) {
        self.formerNumber = formerNumber
        self.number = number
        guard let notification else { return }
        add(notification.inserted, to: \.inserted)
        add(notification.updated, to: \.updated)
        add(notification.deleted, to: \.deleted)
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
