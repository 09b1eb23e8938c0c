import Synchronization

/// What others saved and a context has not merged yet. It grows with the records that were changed and
/// are still there, or were there before, not with the saves.
final class Mailbox: Sendable {
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

    /// Takes back what could not be merged; what came since then is newer.
    func putBack(_ rest: ChangedRecords) {
        waiting.withLock { waiting in
            var all = rest
            all.add(waiting)
            waiting = all
        }
    }
}

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

/// Records that came and went, by ranges of their keys: many of them, made one after the other, take no
/// more room than one.
struct PassedRecords: Sendable {
    /// Within which keys are unique.
    private struct Place: Hashable {
        let storeIdentifier: String
        let rootName: String

        init(_ home: EntityHome) {
            storeIdentifier = home.storeIdentifier
            rootName = home.layout.rootName
        }
    }

    private struct Records {
        let home: EntityHome
        var keys = RangeSet<Int64>()
    }

    private var records: [Place: Records] = [:]

    var isEmpty: Bool { records.isEmpty }

    /// The number of ranges.
    var rangeCount: Int { records.values.reduce(0) { $0 + $1.keys.ranges.count } }

    /// For each root entity, a home and the keys.
    var all: [(home: EntityHome, keys: RangeSet<Int64>)] {
        records.values.map { ($0.home, $0.keys) }
    }

    func contains(_ id: ManagedObjectID) -> Bool {
        records[Place(id.home)]?.keys.contains(id.key) == true
    }

    mutating func insert(_ id: ManagedObjectID) {
        let place = Place(id.home)
        records[place, default: Records(home: id.home)].keys.insert(
            contentsOf: id.key..<id.key + 1)
    }

    mutating func remove(_ id: ManagedObjectID) {
        let place = Place(id.home)
        records[place]?.keys.remove(contentsOf: id.key..<id.key + 1)
        if records[place]?.keys.isEmpty == true { records[place] = nil }
    }

    mutating func formUnion(_ others: PassedRecords) {
        for (place, other) in others.records {
            records[place, default: Records(home: other.home)].keys.formUnion(other.keys)
        }
    }

    /// The records of stores that a table has, by its own homes.
    func localized(in table: StoreTable) -> PassedRecords {
        var own = PassedRecords()
        for (place, records) in records {
            guard let home = table.home(of: ManagedObjectID(home: records.home, key: 0)) else {
                continue
            }
            own.records[place] = Records(home: home, keys: records.keys)
        }
        return own
    }
}
