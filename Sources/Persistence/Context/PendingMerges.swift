import Synchronization

/// The saves of others that a context has not merged yet. Its size depends on the number of changed
/// records, not on the number of saves.
final class PendingMerges: Sendable {
    private let owner: ObjectIdentifier
    private let waiting = Mutex(ChangedRecords())

    init(of owner: ManagedObjectContext) {
        self.owner = ObjectIdentifier(owner)
    }

    func put(_ notification: SaveNotification) {
        guard notification.source != owner else { return }
        waiting.withLock { $0.add(ChangedRecords(notification)) }
    }

    func takeAll() -> ChangedRecords {
        waiting.withLock { waiting in
            defer { waiting = ChangedRecords() }
            return waiting
        }
    }

    /// Puts back changes that could not be merged, before newer ones.
    func putBack(_ rest: ChangedRecords) {
        waiting.withLock { waiting in
            var all = rest
            all.add(waiting)
            waiting = all
        }
    }
}

/// The records that one or several saves have written, each once.
struct ChangedRecords: Sendable {
    private(set) var inserted: Set<ManagedObjectID> = []
    private(set) var updated: Set<ManagedObjectID> = []
    private(set) var deleted: Set<ManagedObjectID> = []
    /// The records that were inserted and then deleted. A context that saw neither save may still
    /// have an object of one.
    private(set) var passed = InsertedThenDeletedIDs()

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

    /// Adds later changes.
    mutating func add(_ later: ChangedRecords) {
        // A record that is inserted again with its key has new values.
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

    /// The records of the stores of a table, with its store entities.
    func localized(in table: StoreTable) -> ChangedRecords {
        var records = ChangedRecords()
        records.inserted = Set(inserted.compactMap(table.localized))
        records.updated = Set(updated.compactMap(table.localized))
        records.deleted = Set(deleted.compactMap(table.localized))
        records.passed = passed.localized(in: table)
        return records
    }
}

/// Records that were inserted and then deleted, as ranges of keys, so that many consecutive ones
/// take no more memory than one.
struct InsertedThenDeletedIDs: Sendable {
    /// The scope in which keys are unique.
    private struct KeySpace: Hashable {
        let storeIdentifier: String
        let rootName: String

        init(_ storeEntity: StoreEntity) {
            storeIdentifier = storeEntity.storeIdentifier
            rootName = storeEntity.layout.rootName
        }
    }

    private struct Records {
        let storeEntity: StoreEntity
        var keys = RangeSet<Int64>()
    }

    private var records: [KeySpace: Records] = [:]

    var isEmpty: Bool { records.isEmpty }

    var rangeCount: Int { records.values.reduce(0) { $0 + $1.keys.ranges.count } }

    /// A store entity and the keys for each root entity.
    var all: [(storeEntity: StoreEntity, keys: RangeSet<Int64>)] {
        records.values.map { ($0.storeEntity, $0.keys) }
    }

    func contains(_ id: ManagedObjectID) -> Bool {
        records[KeySpace(id.storeEntity)]?.keys.contains(id.key) == true
    }

    mutating func insert(_ id: ManagedObjectID) {
        let space = KeySpace(id.storeEntity)
        records[space, default: Records(storeEntity: id.storeEntity)].keys.insert(
            contentsOf: id.key..<id.key + 1)
    }

    mutating func remove(_ id: ManagedObjectID) {
        let space = KeySpace(id.storeEntity)
        records[space]?.keys.remove(contentsOf: id.key..<id.key + 1)
        if records[space]?.keys.isEmpty == true { records[space] = nil }
    }

    mutating func formUnion(_ others: InsertedThenDeletedIDs) {
        for (space, other) in others.records {
            records[space, default: Records(storeEntity: other.storeEntity)].keys.formUnion(
                other.keys)
        }
    }

    /// The records of the stores of a table, with its store entities.
    func localized(in table: StoreTable) -> InsertedThenDeletedIDs {
        var own = InsertedThenDeletedIDs()
        for (space, records) in records {
            guard
                let storeEntity = table.storeEntity(
                    of: ManagedObjectID(storeEntity: records.storeEntity, key: 0))
            else {
                continue
            }
            own.records[space] = Records(storeEntity: storeEntity, keys: records.keys)
        }
        return own
    }
}
