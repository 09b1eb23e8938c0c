import ObjectModel

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
            contest = SaveContest()
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
            try noteConflicts(transaction.update(rows, of: entity), of: group)
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
