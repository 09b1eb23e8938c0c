import ObjectModel

/// Builds the state of a store in memory from the records of a file, and checks them.
struct AtomicStoreLoader {
    /// Pages are allocated for all keys up to the greatest, so a damaged file must not ask for too
    /// many.
    static let maximumKey: Int64 = 1 << 28

    private let layout: ModelLayout
    private let storeEntities: StoreEntities
    private let nodes: [AtomicStoreCacheNode]
    /// The numbers of the concrete entities of all records.
    private var entityNumbers: [RecordKey: Int] = [:]
    private var rows: [RecordKey: RowSnapshot] = [:]
    /// The slots of the to-one relationships that the file declares empty.
    private var emptySlots: [RecordKey: Set<Int>] = [:]

    private struct RecordKey: Hashable {
        var root: Int
        var key: Int64
    }

    /// - Throws: `AtomicStoreFault` with the record; `MigrationError` for duplicate unique values.
    static func state(
        of document: AtomicStoreDocument, layout: ModelLayout, storeEntities: StoreEntities,
        numbering: StoreNumbering
    ) throws -> MemoryState {
        var reader = AtomicStoreLoader(
            layout: layout, storeEntities: storeEntities, nodes: document.nodes)
        try reader.register()
        for node in document.nodes { try reader.makeRow(node) }
        for node in document.nodes { try reader.completeOtherEnds(of: node) }
        var state = MemoryState(layout: layout, numbering: numbering)
        try reader.fill(&state, lastKeys: document.lastKeys)
        return state
    }

    private init(layout: ModelLayout, storeEntities: StoreEntities, nodes: [AtomicStoreCacheNode]) {
        self.layout = layout
        self.storeEntities = storeEntities
        self.nodes = nodes
    }

    private func entity(of node: AtomicStoreCacheNode) -> EntityLayout {
        layout.entity(node.reference.entityNumber)
    }

    private func recordKey(of reference: StoreReference) -> RecordKey {
        RecordKey(root: layout.entity(reference.entityNumber).rootNumber, key: reference.key)
    }

    private mutating func register() throws {
        entityNumbers.reserveCapacity(nodes.count)
        for node in nodes {
            let key = node.reference.key
            guard key > 0, key <= Self.maximumKey else {
                throw fault(node, "its number is out of range")
            }
            let recordKey = recordKey(of: node.reference)
            guard entityNumbers.updateValue(node.reference.entityNumber, forKey: recordKey) == nil
            else { throw fault(node, "another record has the same number") }
        }
    }

    private mutating func makeRow(_ node: AtomicStoreCacheNode) throws {
        let entity = entity(of: node)
        let row = RowSnapshot(count: entity.valueCount, version: max(node.version, 1))
        for number in entity.attributeSlots where entity.isStored(number) {
            row[number] = node.values[number]
        }
        for number in entity.toOneSlots where entity.isStored(number) {
            let destinations = node.destinations[number] ?? []
            guard destinations.count < 2 else {
                throw fault(node, "\(entity.slots[number].name) refers to several records")
            }
            guard let destination = destinations.first else {
                if node.destinations[number] != nil {
                    emptySlots[recordKey(of: node.reference), default: []].insert(number)
                }
                continue
            }
            row[number] = .object(try objectID(of: destination, for: entity.slots[number], node))
        }
        rows[recordKey(of: node.reference)] = row
    }

    /// The ID of a destination, which must exist and have the right entity.
    private func objectID(
        of reference: StoreReference, for slot: PropertySlot, _ node: AtomicStoreCacheNode
    ) throws -> ManagedObjectID {
        let wanted = layout.entity(slot.destinationNumber)
        guard let number = entityNumbers[RecordKey(root: wanted.rootNumber, key: reference.key)]
        else {
            throw fault(
                node,
                "\(slot.name) refers to the \(wanted.name) \(reference.key), which is not there"
            )
        }
        guard layout.entity(number).isKind(of: wanted) else {
            throw fault(
                node,
                "\(slot.name) refers to \(layout.entity(number).name) \(reference.key), which is no "
                    + wanted.name)
        }
        return storeEntities.objectID(entityNumber: number, key: reference.key)
    }

    /// A file may contain a to-one relationship only at its other end.
    private func completeOtherEnds(of node: AtomicStoreCacheNode) throws {
        let entity = entity(of: node)
        for slot in entity.slots where slot.relationship != nil && !slot.isTransient {
            guard let inverse = slot.inverseSlot, !slot.inverseIsToMany,
                let destinations = node.destinations[slot.number]
            else { continue }
            for (position, reference) in destinations.enumerated() {
                let id = try objectID(of: reference, for: slot, node)
                let recordKey = RecordKey(root: id.storeEntity.layout.rootNumber, key: id.key)
                guard let row = rows[recordKey] else { continue }
                try complete(row, inverse, from: slot, id, node)
                let other = id.storeEntity.layout.slots[inverse]
                if slot.isToMany, slot.relationship?.isOrdered == true,
                    let number = other.orderSlot
                {
                    row[number] = .integer(OrderPositions.position(at: position))
                }
            }
        }
    }

    private func complete(
        _ row: RowSnapshot, _ inverse: Int, from slot: PropertySlot, _ id: ManagedObjectID,
        _ node: AtomicStoreCacheNode
    ) throws {
        let own = storeEntities.objectID(
            entityNumber: node.reference.entityNumber, key: node.reference.key)
        // Other programs' stores have one-sided pairs. They stay unchanged, and the store's check
        // reports them.
        let isEmpty =
            !slot.isToMany
            && emptySlots[RecordKey(root: id.storeEntity.layout.rootNumber, key: id.key)]?.contains(
                inverse)
                == true
        switch row[inverse] {
        case .null: row[inverse] = isEmpty ? .null : .object(own)
        case .object(own): break
        case _ where !slot.isToMany: break
        default:
            throw fault(
                node,
                "\(slot.name) refers to \(id.entityName) \(id.key), which refers to another one"
            )
        }
    }

    private func fill(_ state: inout MemoryState, lastKeys: [Int: Int64]) throws {
        var last = lastKeys
        for record in entityNumbers.keys {
            last[record.root] = max(last[record.root] ?? 0, record.key)
        }
        for (root, key) in last {
            guard key <= Self.maximumKey else {
                throw AtomicStoreFault("the number of the last record is out of range")
            }
            state.reserveKeys(rootNumber: root, through: key)
        }
        for node in nodes {
            guard let row = rows[recordKey(of: node.reference)] else { continue }
            do {
                try state.set(
                    MemoryRecord(entityNumber: node.reference.entityNumber, row: row),
                    of: entity(of: node), key: node.reference.key)
            } catch PersistenceError.constraintConflict(let name, let properties) {
                // The file is not damaged: programs without the constraint write such values.
                let own = entity(of: node)
                throw MigrationError.sharedValues(
                    properties.compactMap { own.slot(named: $0) }.map { row[$0.number] },
                    of: properties, in: name,
                    place: "; one is the \(own.name) \(node.reference.key)"
                        + (node.place.map { " (\($0))" } ?? ""))
            }
        }
        for node in nodes { try join(node, &state) }
    }

    private func join(_ node: AtomicStoreCacheNode, _ state: inout MemoryState) throws {
        let entity = entity(of: node)
        for number in entity.toManySlots where entity.slots[number].hasJoinTable {
            let slot = entity.slots[number]
            guard let destinations = node.destinations[number], !destinations.isEmpty else {
                continue
            }
            let keys = try destinations.map { try objectID(of: $0, for: slot, node).key }
            state.updateJoin(
                StoreJoinChange(
                    key: node.reference.key, removed: [], added: keys,
                    order: slot.relationship?.isOrdered == true ? keys : nil),
                of: slot)
        }
    }

    private func fault(_ node: AtomicStoreCacheNode, _ reason: String) -> AtomicStoreFault {
        let place = node.place.map { "\($0): " } ?? ""
        return AtomicStoreFault(
            "\(place)\(entity(of: node).name) \(node.reference.key): \(reason)")
    }
}

extension MemoryState {
    /// The records of the store for its file, by entity and number.
    var cacheNodes: [AtomicStoreCacheNode] {
        var nodes: [AtomicStoreCacheNode] = []
        for root in layout.entities where root.superNumber == 0 {
            table(of: root).visit { key, record in
                nodes.append(cacheNode(key, record))
                return true
            }
        }
        return nodes
    }

    /// The greatest key that was ever used, by the number of the root entity.
    var lastKeys: [Int: Int64] {
        Dictionary(
            uniqueKeysWithValues: layout.entities.filter { $0.superNumber == 0 }
                .map { ($0.number, table(of: $0).lastKey) })
    }

    private func cacheNode(_ key: Int64, _ record: MemoryRecord) -> AtomicStoreCacheNode {
        let entity = layout.entity(record.entityNumber)
        var node = AtomicStoreCacheNode(entity: entity, key: key)
        node.version = record.row.version
        for number in entity.attributeSlots where entity.isStored(number) {
            node.values[number] = record.row[number]
        }
        for slot in entity.slots where slot.relationship != nil && !slot.isTransient {
            let destinations =
                slot.isToMany
                ? self.destinations(of: slot, key: key)
                : destination(record.row[slot.number], of: slot).map { [$0] } ?? []
            if !destinations.isEmpty { node.destinations[slot.number] = destinations }
        }
        return node
    }

    /// A reference to a deleted record, which a relationship without a delete rule keeps, is left
    /// out.
    private func destination(_ value: AttributeValue, of slot: PropertySlot) -> StoreReference? {
        guard case .object(let id) = value,
            let record = record(of: layout.entity(slot.destinationNumber), key: id.key)
        else { return nil }
        return StoreReference(entityNumber: record.entityNumber, key: id.key)
    }
}
