import ObjectModel

/// Copies all records of a store into an empty one with the same model, in batches.
package final class RecordCopy {
    /// The maximum number of records in a batch.
    static let maximumCount = 1_000
    /// The size of large values that ends a batch.
    static let maximumByteCount = 8 << 20

    private let source: any StoreSession
    private let target: any StoreTransaction
    private let layout: ModelLayout
    /// The greatest key that is reserved in the target, by the number of the root entity.
    private var reserved: [Int: Int64] = [:]

    package init(
        from source: any StoreSession, to target: any StoreTransaction, _ layout: ModelLayout
    ) {
        self.source = source
        self.target = target
        self.layout = layout
    }

    package func run() throws {
        for (root, last) in try source.lastKeys() { try reserve(through: last, of: root) }
        for entity in layout.entities { try copyRecords(of: entity) }
        // Pairs need both of their records.
        for entity in layout.entities { try copyJoins(of: entity) }
    }

    /// Reserves keys in the target, so that new records do not get them. A store continues from its
    /// greatest key.
    private func reserve(through last: Int64, of root: Int) throws {
        let missing = last - (reserved[root] ?? 0)
        guard missing > 0 else { return }
        _ = try target.allocateKeys(rootNumber: root, count: Int(missing))
        reserved[root] = last
    }

    // MARK: - Records

    private func copyRecords(of entity: EntityLayout) throws {
        var batch: [StoreInsert] = []
        var byteCount = 0
        try source.fetch(records(of: entity)) { row in
            let values = try row.snapshot().copy()
            byteCount += try readLargeValues(of: values, entity, key: row.key)
            batch.append(StoreInsert(key: row.key, row: values))
            if batch.count == Self.maximumCount || byteCount >= Self.maximumByteCount {
                try insert(batch, into: entity)
                batch = []
                byteCount = 0
            }
        }
        try insert(batch, into: entity)
    }

    private func records(of entity: EntityLayout) -> StoreFetch {
        var request = StoreFetch(entity: entity)
        request.requiresEntityNumber = true
        request.includesSubentities = false
        return request
    }

    /// Reads the large values that the fetch has deferred, and returns the size of all binary ones.
    private func readLargeValues(
        of row: RowSnapshot, _ entity: EntityLayout, key: Int64
    ) throws -> Int {
        var byteCount = 0
        for number in entity.attributeSlots where entity.slots[number].isBinary {
            if row[number].isDeferred {
                row[number] = try source.value(of: entity.slots[number], entity: entity, key: key)
            }
            if case .data(let data) = row[number] { byteCount += data.count }
        }
        return byteCount
    }

    private func insert(_ batch: [StoreInsert], into entity: EntityLayout) throws {
        guard let greatest = batch.map(\.key).max() else { return }
        try reserve(through: greatest, of: entity.rootNumber)
        for number in entity.toOneSlots where entity.isStored(number) {
            try dropDangling(entity.slots[number], in: batch)
        }
        try target.insert(batch, into: entity)
    }

    /// Removes references to deleted records, which a relationship without a delete rule keeps.
    private func dropDangling(_ slot: PropertySlot, in batch: [StoreInsert]) throws {
        let destination = layout.entity(slot.destinationNumber)
        var known: [Int64: Bool] = [:]
        for insert in batch {
            guard case .object(let id) = insert.row[slot.number] else { continue }
            let found =
                try known[id.key] ?? (source.row(of: destination, key: id.key) != nil)
            known[id.key] = found
            guard !found else { continue }
            insert.row[slot.number] = .null
            if let orderSlot = slot.orderSlot { insert.row[orderSlot] = .null }
        }
    }

    // MARK: - Pairs

    private func copyJoins(of entity: EntityLayout) throws {
        for slot in entity.slots where slot.hasJoinTable {
            guard slot.relationship?.isOrdered == true || slot.writesJoinRows else { continue }
            var request = records(of: entity)
            request.includesValues = false
            var keys: [Int64] = []
            try source.fetch(request) { row in
                keys.append(row.key)
                if keys.count == Self.maximumCount {
                    try copy(slot, of: entity, keys)
                    keys = []
                }
            }
            try copy(slot, of: entity, keys)
        }
    }

    private func copy(_ slot: PropertySlot, of entity: EntityLayout, _ keys: [Int64]) throws {
        guard !keys.isEmpty else { return }
        let destinations = try source.destinations(of: slot, from: entity, keys: keys)
        let changes = keys.compactMap { key -> StoreJoinChange? in
            guard let added = destinations[key]?.map(\.key), !added.isEmpty else { return nil }
            let isOrdered = slot.relationship?.isOrdered == true
            return StoreJoinChange(
                key: key, removed: [], added: added, order: isOrdered ? added : nil)
        }
        if !changes.isEmpty { try target.updateJoins(changes, of: slot, in: entity) }
    }
}
