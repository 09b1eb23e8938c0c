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
