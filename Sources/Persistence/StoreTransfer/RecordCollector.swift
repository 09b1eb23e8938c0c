import ObjectModel

/// Collects all records of a store, in the form of an atomic store's file.
struct RecordCollector {
    let session: any StoreSession
    let layout: ModelLayout

    /// All records, by entity and number.
    func nodes() throws -> [AtomicStoreCacheNode] {
        try layout.entities.flatMap { try nodes(of: $0) }
    }

    private func nodes(of entity: EntityLayout) throws -> [AtomicStoreCacheNode] {
        var request = StoreFetch(entity: entity)
        request.requiresEntityNumber = true
        request.includesSubentities = false
        var nodes: [AtomicStoreCacheNode] = []
        try session.fetch(request) { row in nodes.append(try node(of: row, entity)) }
        for slot in entity.slots where slot.isToMany && !slot.isTransient {
            let destinations = try session.destinations(
                of: slot, from: entity, keys: nodes.map(\.reference.key))
            for index in nodes.indices {
                nodes[index].destinations[slot.number] = destinations[nodes[index].reference.key]
            }
        }
        return nodes
    }

    private func node(of row: any StoreRow, _ entity: EntityLayout) throws -> AtomicStoreCacheNode {
        var node = AtomicStoreCacheNode(entity: entity, key: row.key)
        let values = try row.snapshot()
        node.version = row.version
        for number in entity.attributeSlots where entity.isStored(number) {
            node.values[number] = values[number]
            if case .deferred = values[number] {
                node.values[number] = try session.value(
                    of: entity.slots[number], entity: entity, key: row.key)
            }
        }
        for number in entity.toOneSlots where entity.isStored(number) {
            let slot = entity.slots[number]
            // A reference to a deleted record, which a relationship without a delete rule keeps, is
            // left out.
            guard case .object(let id) = values[number],
                let destination = try session.row(
                    of: layout.entity(slot.destinationNumber), key: id.key)
            else { continue }
            node.destinations[number] = [
                StoreReference(entityNumber: destination.entityNumber, key: id.key)
            ]
        }
        return node
    }
}

extension MemorySession {
    func lastKeys() -> [Int: Int64] { state.lastKeys }
}

extension [AtomicStoreCacheNode] {
    /// The records with new numbers, consecutive over all entities.
    func renumbered(from first: Int64, in layout: ModelLayout) -> [AtomicStoreCacheNode] {
        func inRoot(_ reference: StoreReference) -> StoreReference {
            StoreReference(
                entityNumber: layout.entity(reference.entityNumber).rootNumber, key: reference.key)
        }
        let numbers = Dictionary(
            uniqueKeysWithValues: enumerated().map {
                (inRoot($1.reference), first + Int64($0))
            })
        return map { node in
            var node = node
            node.reference.key = numbers[inRoot(node.reference)] ?? node.reference.key
            node.destinations = node.destinations.mapValues { references in
                references.map {
                    StoreReference(
                        entityNumber: $0.entityNumber, key: numbers[inRoot($0)] ?? $0.key)
                }
            }
            return node
        }
    }
}
