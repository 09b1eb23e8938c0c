/// The records that one save or several have written, each once.
struct ChangedRecords: Sendable {
    private(set) var inserted: Set<ManagedObjectID> = []
    private(set) var updated: Set<ManagedObjectID> = []
    private(set) var deleted: Set<ManagedObjectID> = []
    /// The records that were added and deleted since. Whoever heard of neither may have an object of
    /// one nevertheless.
    private(set) var passed = PassedRecords()

    init() {}

    init(updated: Set<ManagedObjectID>) {
        self.updated = updated
    }

    init(_ notification: SaveNotification) {
        inserted = Set(notification.inserted)
        updated = Set(notification.updated)
        deleted = Set(notification.deleted)
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && passed.isEmpty }

    var all: Set<ManagedObjectID> { inserted.union(updated).union(deleted) }

    /// Adds what was written after all that is here.
    mutating func add(_ later: ChangedRecords) {
        // A record that comes back under its key has other values than the one that went.
        updated.formUnion(deleted.intersection(later.inserted))
        deleted.subtract(later.inserted)
        for id in later.inserted where passed.contains(id) {
            updated.insert(id)
            passed.remove(id)
        }
        let passing = inserted.intersection(later.deleted)
        passing.forEach { passed.insert($0) }
        passed.formUnion(later.passed)
        inserted.formUnion(later.inserted)
        updated.formUnion(later.updated)
        inserted.subtract(later.deleted)
        updated.subtract(later.deleted)
        deleted.formUnion(later.deleted.subtracting(passing))
    }

    /// The records of stores that a table has, by its own homes.
    func localized(in table: StoreTable) -> ChangedRecords {
        var records = ChangedRecords()
        records.inserted = Set(inserted.compactMap(table.localized))
        records.updated = Set(updated.compactMap(table.localized))
        records.deleted = Set(deleted.compactMap(table.localized))
        records.passed = passed.localized(in: table)
        return records
    }
}
