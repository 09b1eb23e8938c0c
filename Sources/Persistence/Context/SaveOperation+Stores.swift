/// Saves that concern several stores: each store's transaction is within that of the one before, so
/// that all of them are written or none, as long as no store fails in ending its transaction.
extension SaveOperation {
    /// All stores are asked for conflicts before the first one is written to: what has to be decided
    /// about is known as a whole then.
    func saveToAll(_ stores: [Int]) throws {
        try context.withWriteSessions(of: stores[...]) { sessions in
            for (index, session) in sessions {
                try contest.compareVersions(
                    updated: self.written.of(index), deleted: self.deletions(deleted.of(index)),
                    session)
                try self.examine(index, session)
            }
            guard contest.isEmpty else { throw Contested() }
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
                    try object.objectID.home.checkStore(of: destination.objectID, at: slot)
                }
            }
        }
    }

    /// Whether there is something to write to a store.
    func concerns(_ storeIndex: Int) -> Bool {
        [inserted, written, deleted].joined().contains {
            $0.objectID.home.storeIndex == storeIndex
        }
    }
}
