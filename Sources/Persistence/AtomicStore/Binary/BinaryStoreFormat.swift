import CZlib
public import Foundation
import ObjectModel

/// The format of binary stores: a binary property list, which only this library reads.
///
/// | key | value |
/// | --- | --- |
/// | `PersistenceBinaryStore` | the version of the format, 1 |
/// | `UUID` | the store's UUID |
/// | `metadata` | what Core Data's stores have in `Z_PLIST` |
/// | `records` | a binary property list of the records |
/// | `checksum` | the CRC-32 of `records` |
///
/// The records are a separate property list, so that the metadata can be read alone.
public struct BinaryStoreFormat: AtomicStoreFormat, AtomicStoreMetadataWriting {
    private enum Key {
        static let format = "PersistenceBinaryStore"
        static let identifier = "UUID"
        static let metadata = "metadata"
        static let records = "records"
        static let checksum = "checksum"
    }

    private static let version: Int64 = 1

    public init() {}

    public var type: StoreType { .binary }

    public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: "bplist0".utf8) }

    public func metadata(in file: Data) throws -> PersistentStoreMetadata {
        try metadata(try BinaryPropertyListReader.read(file))
    }

    public func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument {
        let members = try BinaryPropertyListReader.read(file)
        let metadata = try metadata(members)
        guard let records = members[Key.records]?.data else {
            throw AtomicStoreFault("it has no records")
        }
        guard members[Key.checksum]?.integer == Self.checksum(of: records) else {
            throw AtomicStoreFault("the checksum of its records is another one")
        }
        return try BinaryStoreReader(layout: layout).document(
            try BinaryPropertyListReader.read(records), metadata)
    }

    public func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data {
        let records = BinaryPropertyListWriter.write(
            try BinaryStoreWriter(layout: layout).records(of: document))
        return file(records, document.metadata)
    }

    func file(_ file: Data, with metadata: PersistentStoreMetadata) throws -> Data {
        let members = try BinaryPropertyListReader.read(file)
        return self.file(members[Key.records]?.data ?? Data(), metadata)
    }

    private func file(_ records: Data, _ metadata: PersistentStoreMetadata) -> Data {
        BinaryPropertyListWriter.write(
            .dictionary([
                Key.format: .integer(Self.version),
                Key.identifier: .string(metadata.identifier),
                Key.metadata: .dictionary(metadata.contents.members),
                Key.records: .data(records),
                Key.checksum: .integer(Self.checksum(of: records)),
            ]))
    }

    private func metadata(_ members: PropertyListValue) throws -> PersistentStoreMetadata {
        guard let version = members[Key.format]?.integer else {
            throw AtomicStoreFault("it is not a binary store of this library’s")
        }
        guard version == Self.version else {
            throw AtomicStoreFault("it has version \(version) of the format, which is not known")
        }
        guard let identifier = members[Key.identifier]?.string,
            let metadata = members[Key.metadata]?.dictionary
        else { throw AtomicStoreFault("it has no metadata") }
        return PersistentStoreMetadata(
            StoreMetadata(identifier: identifier.uppercased(), members: metadata))
    }

    private static func checksum(of data: Data) -> Int64 {
        // zlib counts the bytes of one call in 32 bits.
        var checksum = crc32(0, nil, 0)
        var rest = data[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(1 << 24))
            checksum = crc32(checksum, part, UInt32(part.count))
            rest = rest.dropFirst(part.count)
        }
        return Int64(checksum)
    }
}

/// Reads the property list of a binary store's records.
struct BinaryStoreReader {
    let layout: ModelLayout

    private typealias Key = BinaryStoreWriter.Key

    /// The columns of an entity's records in the file.
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
                        "\(columns.entity.name) \(key): \(slot.name) is not a list of numbers")
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

/// Creates the property list of a binary store's records.
///
/// It is a list of the entities that have, or had, records. Each has its `name`, the greatest key
/// ever used in its tree as `lastKey`, the names of its `attributes` and `relationships`, and its
/// `records`. A record is a list: its number, its version, the values of the attributes, and a
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
    /// The attributes that atomic stores contain.
    var storedAttributes: [PropertySlot] {
        attributeSlots.map { slots[$0] }.filter { !$0.isTransient }
    }

    /// The relationships that binary stores contain: not the to-many ones that their other end
    /// determines.
    var storedRelationships: [PropertySlot] {
        slots.filter { slot in
            guard let relationship = slot.relationship, !slot.isTransient else { return false }
            return !slot.isToMany || relationship.isOrdered || slot.hasJoinTable
        }
    }
}

extension PropertyListValue {
    /// The value of an attribute; nil for an unsaved transformable value.
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
