import ObjectModel

/// The content of a memory store: a value, so that readers keep the state that they started with.
struct MemoryState: Sendable {
    /// A property by its declaring entity, since sibling entities have different properties with
    /// the same slot number.
    struct PropertyID: Hashable, Sendable {
        let entityNumber: Int
        let number: Int
    }

    let layout: ModelLayout
    /// The tables; that of the root entity with number n is at n − 1.
    private var tables: [MemoryTable]
    /// The referring records, by to-one relationship and destination.
    private var references: [PropertyID: Shards<Int64, Set<Int64>>] = [:]
    /// The records by uniqueness constraint and values.
    private var uniqueValues: [PropertyID: Shards<[AttributeValue], Int64>] = [:]
    private var joins: [PropertyID: MemoryJoin] = [:]
    private let numbering: StoreNumbering

    init(layout: ModelLayout, numbering: StoreNumbering = .byRootEntity) {
        self.layout = layout
        self.numbering = numbering
        tables = Array(repeating: MemoryTable(), count: layout.entities.count)
    }

    /// Whether no record was ever saved.
    var isPristine: Bool { tables.allSatisfy { $0.lastKey < numbering.firstKey } }

    func table(of entity: EntityLayout) -> MemoryTable { tables[entity.rootNumber - 1] }

    /// The record with a key, if it is of the entity or of a descendant.
    func record(of entity: EntityLayout, key: Int64) -> MemoryRecord? {
        guard let record = tables[entity.rootNumber - 1][key],
            layout.entity(record.entityNumber).isKind(of: entity)
        else { return nil }
        return record
    }

    mutating func allocateKeys(rootNumber: Int, count: Int) -> Int64 {
        if numbering.isShared {
            let last = tables.map(\.lastKey).max() ?? 0
            reserveKeys(rootNumber: rootNumber, through: max(last, numbering.firstKey - 1))
        }
        return tables[rootNumber - 1].allocateKeys(count)
    }

    /// Reserves the keys of a root entity up to this one.
    mutating func reserveKeys(rootNumber: Int, through key: Int64) {
        tables[rootNumber - 1].reserveKeys(through: key)
    }

    /// Sets or removes the record with a key.
    ///
    /// - Throws: `PersistenceError.constraintConflict`.
    mutating func set(_ record: MemoryRecord?, of entity: EntityLayout, key: Int64) throws {
        let old = tables[entity.rootNumber - 1][key]
        try index(entity, key, old: old?.row, new: record?.row)
        tables[entity.rootNumber - 1][key] = record
    }

    /// The record that has the unique values of a row. If there are several, the one for the last
    /// constraint, as in SQLite.
    func holder(of row: RowSnapshot, _ entity: EntityLayout) -> Int64? {
        for ancestor in entity.lineage(in: layout) {
            let constraints = ancestor.description.uniquenessConstraints
            for (number, properties) in constraints.enumerated().reversed() {
                let id = PropertyID(entityNumber: ancestor.number, number: number)
                let values = properties.compactMap { entity.slot(named: $0)?.number }.map {
                    row[$0]
                }
                if let holder = uniqueValues[id]?[values] { return holder }
            }
        }
        return nil
    }

    // MARK: - Relationships

    /// The destinations of a to-many relationship, in its order or in that of their keys.
    func destinations(of slot: PropertySlot, key: Int64) -> [StoreReference] {
        let destination = layout.entity(slot.destinationNumber)
        let keys: [Int64]
        if slot.hasJoinTable {
            let members = joins[joinID(of: slot)]?
                .destinations(of: key, isFirst: isFirstEnd(slot))
            let isOrdered = slot.relationship?.isOrdered ?? false
            keys = isOrdered ? members ?? [] : (members ?? []).sorted()
        } else if let inverse = slot.inverseSlot {
            let inverse = destination.slots[inverse]
            let members = references[inverse.id]?[key] ?? []
            keys = ordered(members, by: inverse, of: destination)
        } else {
            keys = []
        }
        return keys.compactMap { key in
            record(of: destination, key: key).map {
                StoreReference(entityNumber: $0.entityNumber, key: key)
            }
        }
    }

    /// The keys of the records whose relationship leads to a record, directly or over a join.
    func sources(of slot: PropertySlot, to key: Int64) -> [Int64] {
        guard slot.hasJoinTable else { return references[slot.id]?[key].map(Array.init) ?? [] }
        return joins[joinID(of: slot)]?.destinations(of: key, isFirst: !isFirstEnd(slot)) ?? []
    }

    mutating func updateJoin(_ change: StoreJoinChange, of slot: PropertySlot) {
        let isFirst = isFirstEnd(slot)
        let id = joinID(of: slot)
        let isSymmetric = slot.inverseSlot == slot.number && inverseID(of: slot) == slot.id
        var join = joins.removeValue(forKey: id) ?? MemoryJoin(isSymmetric: isSymmetric)
        for other in change.removed {
            if isFirst { join.remove(change.key, other) } else { join.remove(other, change.key) }
        }
        for other in change.added {
            if isFirst { join.add(change.key, other) } else { join.add(other, change.key) }
        }
        if let order = change.order { join.arrange(order, of: change.key, isFirst: isFirst) }
        joins[id] = join
    }

    /// Removes a record from all many-to-many relationships.
    mutating func removeJoins(of entity: EntityLayout, key: Int64) {
        for number in entity.toManySlots where entity.slots[number].hasJoinTable {
            let slot = entity.slots[number]
            let (id, isFirst) = (joinID(of: slot), isFirstEnd(slot))
            joins[id]?.removeAll(of: key, isFirst: isFirst)
        }
    }

    /// Both ends of a many-to-many relationship share one list of pairs.
    private func joinID(of slot: PropertySlot) -> PropertyID {
        isFirstEnd(slot) ? slot.id : inverseID(of: slot) ?? slot.id
    }

    private func isFirstEnd(_ slot: PropertySlot) -> Bool {
        guard let inverse = inverseID(of: slot) else { return true }
        return (slot.id.entityNumber, slot.id.number) <= (inverse.entityNumber, inverse.number)
    }

    private func inverseID(of slot: PropertySlot) -> PropertyID? {
        slot.inverseSlot.map { layout.entity(slot.destinationNumber).slots[$0].id }
    }

    private func ordered(
        _ keys: Set<Int64>, by inverse: PropertySlot, of entity: EntityLayout
    ) -> [Int64] {
        guard inverse.inverseIsOrdered else { return keys.sorted() }
        let table = table(of: entity)
        return keys.map { key -> (position: Int64, key: Int64) in
            // Positions follow the values of the concrete entity.
            guard let record = table[key],
                let number = layout.entity(record.entityNumber).slots[inverse.number]
                    .orderSlot,
                case .integer(let position) = record.row[number]
            else { return (.min, key) }
            return (position, key)
        }.sorted { $0 < $1 }.map(\.key)
    }

    // MARK: - Indexes

    private mutating func index(
        _ entity: EntityLayout, _ key: Int64, old: RowSnapshot?, new: RowSnapshot?
    ) throws {
        for ancestor in entity.lineage(in: layout) {
            for (number, properties) in ancestor.description.uniquenessConstraints.enumerated() {
                try index(
                    properties, as: PropertyID(entityNumber: ancestor.number, number: number),
                    of: ancestor, key, old: old, new: new)
            }
        }
        for number in entity.toOneSlots {
            let id = entity.slots[number].id
            let (before, after) = (old?[number].key, new?[number].key)
            guard before != after else { continue }
            if let before {
                references[id]?[before]?.remove(key)
                if references[id]?[before]?.isEmpty == true { references[id]?[before] = nil }
            }
            if let after { references[id, default: Shards()][after, default: []].insert(key) }
        }
    }

    /// Records that lack one of the values do not collide.
    private mutating func index(
        _ properties: [String], as id: PropertyID, of entity: EntityLayout, _ key: Int64,
        old: RowSnapshot?, new: RowSnapshot?
    ) throws {
        let numbers = properties.compactMap { entity.slot(named: $0)?.number }
        let before = old.map { row in numbers.map { row[$0] } }
        let after = new.map { row in numbers.map { row[$0] } }
        guard before != after else { return }
        if let after, !after.contains(.null) {
            if let holder = uniqueValues[id]?[after], holder != key {
                throw PersistenceError.constraintConflict(
                    entity: entity.name, properties: properties)
            }
            uniqueValues[id, default: Shards()][after] = key
        }
        if let before, !before.contains(.null) { uniqueValues[id]?[before] = nil }
    }
}

extension PropertySlot {
    fileprivate var id: MemoryState.PropertyID {
        MemoryState.PropertyID(entityNumber: declaringEntityNumber, number: number)
    }
}

extension AttributeValue {
    /// The key of the referenced record.
    fileprivate var key: Int64? {
        if case .object(let id) = self { id.key } else { nil }
    }
}

extension EntityLayout {
    /// The entity and its ancestors.
    fileprivate func lineage(in model: ModelLayout) -> [EntityLayout] {
        [self] + (superNumber > 0 ? model.entity(superNumber).lineage(in: model) : [])
    }
}

struct MemoryRecord: Sendable {
    /// The number of the record's concrete entity.
    let entityNumber: Int
    let row: RowSnapshot
}

/// The records of a root entity and its descendants, by key.
///
/// Records are in pages, so that changing a copy copies a page and not the table.
struct MemoryTable: Sendable {
    private struct Page: Sendable {
        var records: [MemoryRecord?] = []
        var count = 0
    }

    private static let pageSize: Int64 = 256
    private var pages: [Page] = []
    /// The greatest key that was ever used.
    private(set) var lastKey: Int64 = 0

    /// Reserves keys, and returns the first.
    mutating func allocateKeys(_ count: Int) -> Int64 {
        let first = lastKey + 1
        reserveKeys(through: lastKey + Int64(count))
        return first
    }

    /// Reserves the keys up to this one.
    mutating func reserveKeys(through key: Int64) {
        lastKey = max(lastKey, key)
        let pageCount = Int(lastKey / Self.pageSize) + 1
        while pages.count < pageCount { pages.append(Page()) }
    }

    /// The record with a key; nil if there is none. Only reserved keys can be set.
    subscript(key: Int64) -> MemoryRecord? {
        get {
            guard key > 0, key <= lastKey else { return nil }
            let page = pages[Int(key / Self.pageSize)].records
            return page.isEmpty ? nil : page[Int(key % Self.pageSize)]
        }
        set {
            guard key > 0, key <= lastKey else { return }
            let (page, position) = (Int(key / Self.pageSize), Int(key % Self.pageSize))
            if pages[page].records.isEmpty {
                guard newValue != nil else { return }
                pages[page].records = Array(repeating: nil, count: Int(Self.pageSize))
            }
            let wasThere = pages[page].records[position] != nil
            pages[page].records[position] = newValue
            pages[page].count += (newValue != nil ? 1 : 0) - (wasThere ? 1 : 0)
            if pages[page].count == 0 { pages[page].records = [] }
        }
    }

    /// Calls a closure with each record in the order of keys, until it returns false.
    func visit(_ body: (Int64, MemoryRecord) throws -> Bool) rethrows {
        for (number, page) in pages.enumerated() {
            for (position, record) in page.records.enumerated() {
                guard let record else { continue }
                let key = Int64(number) * Self.pageSize + Int64(position)
                guard try body(key, record) else { return }
            }
        }
    }
}

/// A dictionary in many parts, so that changing a copy does not copy all of it.
struct Shards<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private static var shardCount: Int { 256 }
    private var shards: [[Key: Value]] = Array(repeating: [:], count: shardCount)

    subscript(key: Key) -> Value? {
        get { shards[Self.shard(of: key)][key] }
        // In place, because a collection as the value would otherwise be copied with each change.
        _modify { yield &shards[Self.shard(of: key)][key] }
    }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { shards[Self.shard(of: key)][key, default: value()] }
        _modify { yield &shards[Self.shard(of: key)][key, default: value()] }
    }

    private static func shard(of key: Key) -> Int {
        // A dictionary uses the low bits itself.
        (key.hashValue >> 40) & (shardCount - 1)
    }
}
