import Foundation
import ObjectModel

/// Reads the property list of a binary store's records.
struct BinaryStoreReader {
    let layout: ModelLayout

    private typealias Key = BinaryStoreWriter.Key

    /// How the lists of an entity's records are to be read.
    private struct Columns {
        var entity: EntityLayout
        var attributes: [PropertySlot]
        var relationships: [PropertySlot]
    }

    func document(
        _ records: PropertyListValue, _ metadata: PersistentStoreMetadata
    ) throws -> AtomicStoreDocument {
        var document = AtomicStoreDocument(metadata: metadata, nodes: [])
        for member in records.array ?? [] {
            let columns = try columns(member)
            if let lastKey = member[Key.lastKey]?.integer, lastKey > 0 {
                document.lastKeys[columns.entity.rootNumber] = lastKey
            }
            for record in member[Key.records]?.array ?? [] {
                document.nodes.append(try node(record, columns))
            }
        }
        return document
    }

    private func columns(_ member: PropertyListValue) throws -> Columns {
        guard let name = member[Key.name]?.string, let entity = layout.entity(named: name) else {
            throw AtomicStoreFault(
                "the model has no entity \(member[Key.name]?.string ?? "without a name")")
        }
        func slots(_ key: String, _ isRight: (PropertySlot) -> Bool) throws -> [PropertySlot] {
            try (member[key]?.array ?? []).map { value in
                guard let name = value.string, let slot = entity.slot(named: name), isRight(slot)
                else {
                    throw AtomicStoreFault(
                        "\(entity.name) has no property \(value.string ?? "without a name")")
                }
                return slot
            }
        }
        return Columns(
            entity: entity, attributes: try slots(Key.attributes) { $0.attribute != nil },
            relationships: try slots(Key.relationships) { $0.relationship != nil })
    }

    private func node(
        _ record: PropertyListValue, _ columns: Columns
    ) throws -> AtomicStoreCacheNode {
        let (attributes, relationships) = (columns.attributes, columns.relationships)
        guard let members = record.array,
            members.count == 2 + attributes.count + relationships.count,
            let key = members[0].integer, let version = members[1].integer
        else { throw AtomicStoreFault("a record of \(columns.entity.name) is incomplete") }
        var node = AtomicStoreCacheNode(entity: columns.entity, key: key)
        node.version = version
        for (slot, member) in zip(attributes, members.dropFirst(2)) {
            guard let value = member.value(of: slot) else {
                throw AtomicStoreFault(
                    "\(columns.entity.name) \(key): \(slot.name) has a value of another type")
            }
            node.values[slot.number] = value
        }
        for (slot, member) in zip(relationships, members.dropFirst(2 + attributes.count)) {
            let keys = member.array ?? (member == .null ? [] : [member])
            node.destinations[slot.number] = try keys.map { value in
                guard let destination = value.integer else {
                    throw AtomicStoreFault(
                        "\(columns.entity.name) \(key): \(slot.name) is no list of numbers")
                }
                return StoreReference(
                    entityNumber: slot.destinationNumber, key: destination)
            }
        }
        return node
    }
}

extension PropertyListValue {
    /// The value of an attribute; nil if it is of another type.
    fileprivate func value(of slot: PropertySlot) -> AttributeValue? {
        guard let type = slot.attribute?.attributeType else { return nil }
        switch (type, self) {
        case (_, .null): return .null
        case (.integer16, .integer(let value)), (.integer32, .integer(let value)),
            (.integer64, .integer(let value)):
            return .integer(value)
        case (.boolean, .boolean(let value)): return .boolean(value)
        case (.double, .real(let value)), (.float, .real(let value)): return .double(value)
        case (.date, .date(let value)): return .date(value)
        case (.string, .string(let value)): return .string(value)
        case (.decimal, .string(let text)), (.uuid, .string(let text)), (.uri, .string(let text)):
            return AttributeValue(text: text, of: type)
        case (.binaryData, .data(let value)), (.transformable, .data(let value)):
            return .data(value)
        default: return nil
        }
    }
}
