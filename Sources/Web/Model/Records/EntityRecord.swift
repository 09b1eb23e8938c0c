import Domain
import Foundation
import ObjectModel
import Persistence

/// The values of a record of any entity.
struct EntityRecord: Sendable {
    /// The value of a property.
    enum Value: Sendable {
        case null
        case text(String)
        case number(String)
        case flag(Bool)
        case date(Date)
        /// The number of bytes, which are not read.
        case bytes(Int)
        /// The destination of a to-one relationship.
        case record(entity: String, number: Int64, label: String?)
        /// The number of destinations of a to-many relationship.
        case count(Int)
    }

    let entity: String
    let number: Int64
    let version: Int64
    /// The values by property name.
    let values: [String: Value]

    /// Reads a record.
    ///
    /// - Parameter withheld: the attributes that are left out, by entity.
    /// - Throws: errors of the store.
    init(
        _ record: ManagedObject, without withheld: [String: Set<String>],
        in context: ManagedObjectContext
    ) throws {
        entity = record.entity.name
        number = record.savedNumber
        version = record.rowVersion
        guard let layout = context.coordinator.layout.entity(named: entity) else {
            values = [:]
            return
        }
        let passedOver = withheld[entity] ?? []
        values = try Dictionary(
            uniqueKeysWithValues: layout.slots.filter {
                !$0.isTransient && !passedOver.contains($0.name)
            }.map {
                ($0.name, try Self.value($0, of: record, in: context))
            })
    }

    /// A short text for the record: the first non-empty one of its attributes.
    static func label(of record: ManagedObject) -> String? {
        for attribute in record.entity.attributes where attribute.attributeType == .string {
            guard !attribute.isTransient,
                case .string(let text)? = try? record.attributeValue(forKey: attribute.name),
                !text.isEmpty
            else { continue }
            return String(text.prefix(80))
        }
        return nil
    }

    private static func value(
        _ slot: PropertySlot, of record: ManagedObject, in context: ManagedObjectContext
    ) throws -> Value {
        if slot.isToMany {
            return .count(try RecordRelationship.count(of: slot, record, in: context))
        }
        if slot.isToOne {
            guard let destination = try record.value(forKey: slot.name) as? ManagedObject else {
                return .null
            }
            return .record(
                entity: destination.entity.name, number: destination.savedNumber,
                label: label(of: destination))
        }
        if slot.isBinary { return record.byteCount(forKey: slot.name).map { .bytes($0) } ?? .null }
        return value(try record.attributeValue(forKey: slot.name))
    }

    private static func value(_ value: AttributeValue) -> Value {
        switch value {
        case .null, .deferred, .transformable: .null
        case .integer(let value): .number(String(value))
        case .boolean(let value): .flag(value)
        case .double(let value): .number("\(value)")
        case .decimal(let value): .number("\(value)")
        case .string(let value): .text(value)
        case .date(let value): .date(value)
        case .data(let value): .bytes(value.count)
        case .uuid(let value): .text(value.uuidString)
        case .url(let value): .text(value.absoluteString)
        case .object(let id): .text("\(id)")
        }
    }
}

extension EntityRecord {
    /// The record as JSON: its number, and all properties of an entity by name.
    func json(of entity: EntityLayout) -> JSONValue {
        .object(
            [
                (Self.name("id", of: entity), .int(number)),
                (Self.name("entity", of: entity), .string(self.entity)),
            ] + entity.shownSlots.map { ($0.name, json($0)) }
                + [(Self.name("version", of: entity), .int(version))])
    }

    /// The name of a member that is not a property: with an @, which properties cannot have, if the
    /// entity has a property of the same name.
    private static func name(_ name: String, of entity: EntityLayout) -> String {
        entity.slots.contains { $0.name == name } ? "@" + name : name
    }

    /// The columns of a CSV file.
    static func csvColumns(of entity: EntityLayout) -> [String] {
        [name("id", of: entity)] + entity.shownSlots.map(\.name)
    }

    /// The cells of the record for these columns.
    func csvCells(of entity: EntityLayout) -> [CSVDocument.Cell] {
        [.int(number)] + entity.shownSlots.map { cell(of: values[$0.name]) }
    }

    private func json(_ slot: PropertySlot) -> JSONValue {
        switch values[slot.name] {
        case nil, .null: .null
        case .text(let text): .string(text)
        case .number(let text): json(number: text, slot)
        case .flag(let flag): .bool(flag)
        case .date(let date): .date(date)
        case .bytes(let count): .object([("bytes", .int(count))])
        case .record(let entity, let number, let label):
            .object([
                ("entity", .string(entity)), ("id", .int(number)), ("label", .string(label)),
            ])
        case .count(let count): .int(count)
        }
    }

    /// A Decimal is a string, so that no digits are lost.
    private func json(number text: String, _ slot: PropertySlot) -> JSONValue {
        switch slot.attribute?.attributeType {
        case .decimal: .string(text)
        case .double, .float: Double(text).map { .double($0) } ?? .null
        default: Int(text).map { .int($0) } ?? .string(text)
        }
    }

    private func cell(of value: Value?) -> CSVDocument.Cell {
        switch value {
        case nil, .null: .plain(nil)
        case .text(let text): .text(text)
        case .number(let text): .plain(text)
        case .flag(let flag): .plain(flag ? "true" : "false")
        case .date(let date): .plain(ISO8601Text.utc(date))
        case .bytes(let count), .count(let count): .int(count)
        case .record(_, let number, _): .int(number)
        }
    }
}

/// A relationship to the records of a list, as in its address: `AssetType.items`.
struct RecordRelationship {
    private let source: EntityLayout
    private let slot: PropertySlot

    /// Parses the name of a relationship.
    ///
    /// - Throws: a 422 if there is no such relationship to the entity.
    init(_ text: String, to entity: EntityLayout, in context: ManagedObjectContext) throws {
        let names = text.split(separator: ".").map(String.init)
        let layout = context.coordinator.layout
        guard names.count == 2, let source = layout.entity(named: names[0]),
            let slot = source.slot(named: names[1]), let relationship = slot.relationship,
            let destination = layout.entity(named: relationship.destinationEntity),
            entity.isKind(of: destination) || destination.isKind(of: entity)
        else {
            throw SiteError.unprocessable(
                "This list cannot be shown", "relationship", "Relationship",
                "“\(text.prefix(100))” does not lead to \(entity.name)")
        }
        self.source = source
        self.slot = slot
    }

    /// The condition for the destinations of a source record with a number.
    ///
    /// - Throws: errors of the store.
    func selection(of number: Int?, in context: ManagedObjectContext) throws -> FetchPredicate {
        guard let number else { return .constant(false) }
        let id = try context.coordinator.objectID(
            entityName: source.name, recordNumber: Int64(number))
        return try selection(of: id, in: context)
    }

    /// The condition for the destinations of a record, by the inverse if there is one.
    private func selection(
        of id: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> FetchPredicate {
        if let inverse = slot.relationship?.inverseName {
            let isMember: FetchPredicate = .key(inverse) == id
            return slot.inverseIsToMany ? .any(isMember) : isMember
        }
        let value = try context.object(with: id).value(forKey: slot.name)
        let objects: [ManagedObject] =
            switch value {
            case let object as ManagedObject: [object]
            case let objects as [ManagedObject]: objects
            case let objects as Set<ManagedObject>: Array(objects)
            default: []
            }
        return .isOne(of: objects.map(\.objectID))
    }

    /// The number of destinations of a record.
    ///
    /// - Throws: errors of the store.
    static func count(
        of slot: PropertySlot, _ record: ManagedObject, in context: ManagedObjectContext
    ) throws -> Int {
        try fetch(slot, record, in: context).map { try context.count(for: $0) } ?? 0
    }

    /// The first destinations of a record, in order if the relationship is ordered.
    ///
    /// - Throws: errors of the store.
    static func destinations(
        _ slot: PropertySlot, of record: ManagedObject, limit: Int,
        in context: ManagedObjectContext
    ) throws -> [ManagedObject] {
        if slot.relationship?.isOrdered == true {
            let members = try record.value(forKey: slot.name) as? [ManagedObject] ?? []
            return Array(members.prefix(limit))
        }
        guard var fetch = try fetch(slot, record, in: context) else { return [] }
        fetch.fetchLimit = limit
        return try context.fetch(fetch)
    }

    private static func fetch(
        _ slot: PropertySlot, _ record: ManagedObject, in context: ManagedObjectContext
    ) throws -> FetchRequest<ManagedObject>? {
        guard let destination = slot.relationship?.destinationEntity,
            let source = context.coordinator.layout.entity(named: record.entity.name)
        else { return nil }
        return FetchRequest(
            entityName: destination,
            try RecordRelationship(source: source, slot: slot)
                .selection(of: record.objectID, in: context))
    }

    private init(source: EntityLayout, slot: PropertySlot) {
        self.source = source
        self.slot = slot
    }
}
