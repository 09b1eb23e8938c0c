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

    /// The number of the save before. Whoever is not at this number has missed one.
    public let formerNumber: Int
    /// The number of the save.
    public let number: Int
    /// Whether more was saved than is told, so that whoever keeps something reads it anew.
    public let isPartial: Bool
    private var records: [EntityName: Records] = [:]
    /// The properties that others have written, as far as that is known.
    private var updatedKeys: [EntityName: Set<String>] = [:]

    /// - Parameter formerNumber: nil if others have saved besides, which is not told here.
    init(_ notification: SaveNotification?, from formerNumber: Int?, to number: Int) {
        self.formerNumber = formerNumber ?? .min
        self.number = number
        isPartial = formerNumber == nil
        guard let notification else { return }
        add(notification.inserted, to: \.inserted)
        add(notification.updated, to: \.updated)
        add(notification.deleted, to: \.deleted)
    }

    /// What others have saved.
    init(
        _ transactions: [PersistentHistoryTransaction], from formerNumber: Int, to number: Int
    ) {
        self.formerNumber = formerNumber
        self.number = number
        isPartial = false
        for transaction in transactions {
            let changes = transaction.objectIDNotification
            add(changes.inserted, to: \.inserted)
            add(changes.updated, to: \.updated)
            add(changes.deleted, to: \.deleted)
            for change in transaction.changes where change.changeType == .update {
                let entity = EntityName(change.changedObjectID)
                // Where it is not known, it may be any.
                updatedKeys[entity, default: []].formUnion(change.updatedProperties ?? ["*"])
            }
        }
    }

    /// Whether what others have saved may change something that is made of an entity's records and some
    /// of their properties.
    func mayChange(_ keys: Set<String>, of entity: EntityName) -> Bool {
        guard !isPartial else { return true }
        guard let records = records[entity] else { return false }
        let updated = updatedKeys[entity] ?? []
        return !records.inserted.isEmpty || !records.deleted.isEmpty || updated.contains("*")
            || !updated.isDisjoint(with: keys)
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
