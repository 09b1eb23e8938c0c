import ObjectModel

/// Puts the records of an atomic store's file into an empty store of any kind.
struct RecordInserter {
    let store: any PersistentStore
    let layout: ModelLayout

    private static let batchSize = 1_000

    /// Adds all records in one transaction.
    ///
    /// - Throws: `PersistenceError`, `AtomicStoreFault`.
    func insert(_ document: AtomicStoreDocument) throws {
        let state = try CacheNodeReader.state(
            of: document, layout: layout, homes: store.homes, numbering: .byRootEntity)
        try store.withWriteSession { session in
            try session.transaction { transaction in
                for (root, last) in state.lastKeys where last > 0 {
                    _ = try transaction.allocateKeys(rootNumber: root, count: Int(last))
                }
                for entity in layout.entities { try insert(entity, of: state, transaction) }
                for entity in layout.entities { try join(entity, of: state, transaction) }
            }
        }
    }

    private func insert(
        _ entity: EntityLayout, of state: MemoryState, _ transaction: any StoreTransaction
    ) throws {
        var rows: [StoreInsert] = []
        try state.table(of: entity).visit { key, record in
            guard record.entityNumber == entity.number else { return true }
            rows.append(StoreInsert(key: key, row: record.row))
            if rows.count == Self.batchSize {
                try transaction.insert(rows, into: entity)
                rows = []
            }
            return true
        }
        if !rows.isEmpty { try transaction.insert(rows, into: entity) }
    }

    private func join(
        _ entity: EntityLayout, of state: MemoryState, _ transaction: any StoreTransaction
    ) throws {
        for slot in entity.slots where slot.hasJoinTable {
            let isOrdered = slot.relationship?.isOrdered == true
            guard isOrdered || slot.writesJoinRows else { continue }
            var changes: [StoreJoinChange] = []
            state.table(of: entity).visit { key, record in
                guard record.entityNumber == entity.number else { return true }
                let keys = state.destinations(of: slot, key: key).map(\.key)
                if !keys.isEmpty {
                    changes.append(
                        StoreJoinChange(
                            key: key, removed: [], added: keys, order: isOrdered ? keys : nil))
                }
                return true
            }
            if !changes.isEmpty { try transaction.updateJoins(changes, of: slot, in: entity) }
        }
    }
}
