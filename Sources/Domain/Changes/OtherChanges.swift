import Persistence

/// What others have saved, record by record, as the history tells it.
struct OtherChanges {
    /// The records of one entity.
    struct Records {
        /// The records that are new.
        private(set) var inserted: Set<ManagedObjectID> = []
        /// The records that were changed, each with the properties that were written; nil where these are not known.
        private(set) var updated: [ManagedObjectID: Set<String>?] = [:]
        /// The records that are gone.
        private(set) var deleted: Set<ManagedObjectID> = []

        /// Whether none changed.
        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

        /// The records that are there still.
        var present: Set<ManagedObjectID> { inserted.union(updated.keys) }

        fileprivate mutating func add(_ change: PersistentHistoryChange) {
            let id = change.changedObjectID
            switch change.changeType {
            case .insert:
                deleted.remove(id)
                inserted.insert(id)
            case .update where !inserted.contains(id):
                updated[id] = .some(change.keys(with: updated[id]))
            case .update: break
            case .delete:
                inserted.remove(id)
                updated[id] = nil
                deleted.insert(id)
            }
        }
    }

    private var records: [EntityName: Records] = [:]

    init(_ transactions: [PersistentHistoryTransaction]) {
        for change in transactions.lazy.flatMap(\.changes) {
            records[EntityName(change.changedObjectID), default: Records()].add(change)
        }
    }

    /// The records of an entity that changed.
    subscript(entity: EntityName) -> Records { records[entity] ?? Records() }
}

extension PersistentHistoryChange {
    /// The properties that an update wrote, with those that earlier ones did; nil if they are not known.
    ///
    /// - Parameter former: nil if there was none, and nothing in it where these are not known.
    fileprivate func keys(with former: Set<String>??) -> Set<String>? {
        guard let former else { return updatedProperties }
        return former.flatMap { keys in updatedProperties.map(keys.union) }
    }
}
