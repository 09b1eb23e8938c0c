import Foundation
import ObjectModel

/// Makes the property list of a binary store's records.
///
/// It is a list of the entities that have records or had some, each with its `name`, the greatest
/// number that its tree ever had as `lastKey`, the names of its `attributes` and `relationships`, and
/// its `records`. A record is a list: its number, its version, the values of the attributes, and a
/// number or a list of numbers for each relationship.
struct BinaryStoreWriter {
    let layout: ModelLayout

    enum Key {
        static let name = "name"
        static let lastKey = "lastKey"
        static let attributes = "attributes"
        static let relationships = "relationships"
        static let records = "records"
    }

    func records(of document: AtomicStoreDocument) throws -> PropertyListValue {
        var lists: [[PropertyListValue]] = Array(repeating: [], count: layout.entities.count)
        for node in document.nodes {
            lists[node.reference.entityNumber - 1].append(try record(node))
        }
        var entities: [PropertyListValue] = []
        for entity in layout.entities {
            let lastKey = document.lastKeys[entity.number] ?? 0
            let list = lists[entity.number - 1]
            guard lastKey > 0 || !list.isEmpty else { continue }
            entities.append(self.entity(entity, lastKey, list))
        }
        return .array(entities)
    }

    private func entity(
        _ entity: EntityLayout, _ lastKey: Int64, _ records: [PropertyListValue]
    ) -> PropertyListValue {
        .dictionary([
            Key.name: .string(entity.name),
            Key.lastKey: .integer(lastKey),
            Key.attributes: .array(entity.storedAttributes.map { .string($0.name) }),
            Key.relationships: .array(entity.storedRelationships.map { .string($0.name) }),
            Key.records: .array(records),
        ])
    }

    private func record(_ node: AtomicStoreCacheNode) throws -> PropertyListValue {
        let entity = layout.entity(node.reference.entityNumber)
        let attributes = try entity.storedAttributes.map { slot in
            guard let value = PropertyListValue(node.values[slot.number]) else {
                throw PersistenceError.misuse(
                    "A binary store cannot keep the value of \(entity.name).\(slot.name)")
            }
            return value
        }
        let relationships = entity.storedRelationships.map { slot -> PropertyListValue in
            let keys = (node.destinations[slot.number] ?? []).map {
                PropertyListValue.integer($0.key)
            }
            return slot.isToMany ? .array(keys) : keys.first ?? .null
        }
        return .array(
            [.integer(node.reference.key), .integer(node.version)] + attributes + relationships)
    }
}

extension EntityLayout {
    /// The attributes that atomic stores keep.
    var storedAttributes: [PropertySlot] {
        attributeSlots.map { slots[$0] }.filter { !$0.isTransient }
    }

    /// The relationships that binary stores keep: those to many whose other end tells the same are
    /// left out.
    var storedRelationships: [PropertySlot] {
        slots.filter { slot in
            guard let relationship = slot.relationship, !slot.isTransient else { return false }
            return !slot.isToMany || relationship.isOrdered || slot.hasJoinTable
        }
    }
}

extension PropertyListValue {
    /// The value of an attribute; nil for one that is not data yet.
    fileprivate init?(_ value: AttributeValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .boolean(let value): self = .boolean(value)
        case .double(let value): self = .real(value)
        case .decimal(let value): self = .string("\(value)")
        case .string(let value): self = .string(value)
        case .date(let value): self = .date(value)
        case .data(let value): self = .data(value)
        case .uuid(let value): self = .string(value.uuidString)
        case .url(let value): self = .string(value.absoluteString)
        case .object, .transformable, .deferred: return nil
        }
    }
}
