import ObjectModel

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

    /// The greatest key that was ever given, by the number of the root entity.
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

    /// A record that is gone, and that a relationship without a rule still names, is left out.
    private func destination(_ value: AttributeValue, of slot: PropertySlot) -> StoreReference? {
        guard case .object(let id) = value,
            let record = record(of: layout.entity(slot.destinationNumber), key: id.key)
        else { return nil }
        return StoreReference(entityNumber: record.entityNumber, key: id.key)
    }
}
