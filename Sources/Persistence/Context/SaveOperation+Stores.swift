import ObjectModel

/// Saves that concern several stores: each store's transaction is within that of the one before, so
/// that all of them are written or none, as long as no store fails in ending its transaction.
extension SaveOperation {
    /// All stores are asked for conflicts before the first one is written to: what has to be decided
    /// about is known as a whole then.
    func saveToAll(_ stores: [Int]) throws {
        try context.withWriteSessions(of: stores[...]) { sessions in
            for (index, session) in sessions {
                try conflicts.compareVersions(
                    updated: self.written.of(index), deleted: self.deletions(deleted.of(index)),
                    session)
                try self.examine(index, session)
            }
            guard conflicts.isEmpty else { throw StaleData() }
            try self.save(to: self.inOrder(stores)[...])
        }
    }

    /// Who is last ends its transaction first: those that may fail then, and of these those that others may come
    /// between. That happens all the time, and a disk that is full once in a long while.
    private func inOrder(_ stores: [Int]) -> [Int] {
        Dictionary(grouping: stores) { lateFailures(of: context.coordinator.stores[$0]) }
            .sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// How likely it is that a store's transaction fails when it ends.
    private func lateFailures(of store: any PersistentStore) -> Int {
        guard store.capabilities.contains(.writesAtEnd) else { return 0 }
        return store.capabilities.contains(.writesConcurrently) ? 2 : 1
    }

    /// Records refer to others of the same store.
    func checkStores() throws {
        guard context.coordinator.stores.count > 1 else { return }
        for object in inserted + updated {
            for slot in object.layout.slots where slot.relationship != nil && !slot.isTransient {
                guard !slot.isToMany || object.extras?.toMany[slot.number]?.hasChanges == true
                else { continue }
                for destination in object.destinations(of: slot) {
                    try object.objectID.storeEntity.checkStore(of: destination.objectID, at: slot)
                }
            }
        }
    }

    /// Whether there is something to write to a store.
    func concerns(_ storeIndex: Int) -> Bool {
        [inserted, written, deleted].joined().contains {
            $0.objectID.storeEntity.storeIndex == storeIndex
        }
    }
}

/// Records that exchange unique values in one save: whichever is written first would double the
/// value of the other. When that happens, the save begins anew and lets all of them go first.
extension SaveOperation {
    /// Writes what belongs to some stores: all of them, or none.
    func save(to stores: ArraySlice<Int>) throws {
        guard let store = stores.first else { return }
        var isWritten = false
        func saveToOthers() throws {
            isWritten = true
            try save(to: stores.dropFirst())
        }
        do {
            try write(to: store, freesValues: false, saveToOthers)
        } catch PersistenceError.constraintConflict where !isWritten && mayExchangeValues(store) {
            takeBack { $0 == store }
            conflicts = SaveConflicts()
            try write(to: store, freesValues: true, saveToOthers)
        }
        finishedStores.insert(store)
    }

    /// Takes unique values that will change out of the store. Versions stay: the update that follows
    /// compares and raises them.
    func freeUniqueValues(_ storeIndex: Int, _ transaction: any StoreTransaction) throws {
        for (_, group) in written.of(storeIndex).grouped(by: { $0.layout.number }) {
            guard let entity = group.first?.layout else { continue }
            let unique = uniqueValueNumbers(of: entity)
            let rows = group.compactMap { freeing($0, unique) }
            guard !rows.isEmpty else { continue }
            try recordConflicts(transaction.update(rows, of: entity), of: group)
        }
    }

    private func freeing(_ object: ManagedObject, _ unique: Set<Int>) -> StoreUpdate? {
        let changed = object.changedValueNumbers.filter(unique.contains)
        guard !changed.isEmpty, let committed = object.committedRow else { return nil }
        let row = committed.copy()
        for number in changed { row[number] = .null }
        return StoreUpdate(
            key: object.objectID.key, expectedVersion: committed.version, row: row,
            changed: changed)
    }

    /// Whether a value that was found doubled may be one that another record gives up.
    private func mayExchangeValues(_ storeIndex: Int) -> Bool {
        var known: [Int: Set<Int>] = [:]
        let changing = written.of(storeIndex).lazy.filter { object in
            let number = object.layout.number
            let unique = known[number] ?? self.uniqueValueNumbers(of: object.layout)
            known[number] = unique
            return object.changedValueNumbers.contains(where: unique.contains)
        }
        return changing.prefix(2).count == 2
    }

    /// The numbers of the values that are unique, by themselves or with others.
    private func uniqueValueNumbers(of entity: EntityLayout) -> Set<Int> {
        let model = context.coordinator.layout.model
        let names = model.lineage(of: entity.name).flatMap { $0.uniquenessConstraints.joined() }
        return Set(names.compactMap { entity.slot(named: $0)?.number })
    }
}
