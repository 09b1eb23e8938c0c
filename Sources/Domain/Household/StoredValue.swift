import Foundation
import Persistence

/// The value of a record in the format of a file.
enum StoredValue: Hashable, Codable {
    case none
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    case decimal(String)
    case string(String)
    /// Bytes, which only deleted records have.
    case data(Data)
    /// Seconds since 2001, because they need no rounding.
    case date(Double)
    case uuid(UUID)
    case object(entity: String, number: Int64)
    /// The record numbers of tags, sorted.
    case tags([Int64])

    /// The relationship to tags, which is not among the stored values of either side.
    static let tagsKey = "tags"

    /// The value of a record for a key; nil for a kind of value that no import changes.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    init?(_ key: String, of object: ManagedObject) throws {
        if key == Self.tagsKey, object is Item || object is Customer {
            try self.init(tags: object.objectIDs(forRelationshipNamed: key))
        } else {
            self.init(try object.attributeValue(forKey: key))
        }
    }

    /// The record numbers of tags that are saved, or about to be.
    init(tags ids: some Sequence<ManagedObjectID>) {
        self = .tags(ids.compactMap(\.recordNumber).sorted())
    }

    /// Nil for a kind of value that no import changes.
    init?(_ value: AttributeValue) {
        switch value {
        case .null: self = .none
        case .integer(let value): self = .integer(value)
        case .boolean(let value): self = .boolean(value)
        case .double(let value): self = .double(value)
        case .decimal(let value): self = .decimal("\(value)")
        case .string(let value): self = .string(value)
        case .date(let value): self = .date(value.timeIntervalSinceReferenceDate)
        case .uuid(let value): self = .uuid(value)
        case .object(let id):
            guard let number = id.recordNumber else { return nil }
            self = .object(entity: id.entityName, number: number)
        default: return nil
        }
    }

    /// - Throws: errors of the store.
    func isGone(in context: ManagedObjectContext) throws -> Bool {
        guard case .object(let entity, let number) = self else { return false }
        return try context.record(entity, number) == nil
    }

    /// - Throws: errors of the store; `PersistenceError.objectNotFound` if the value is a deleted
    ///   record.
    func set(_ key: String, of object: ManagedObject, in context: ManagedObjectContext) throws {
        switch self {
        case .none: try object.setValue(nil as (any Sendable)?, forKey: key)
        case .integer(let value): try object.setValue(value, forKey: key)
        case .boolean(let value): try object.setValue(value, forKey: key)
        case .double(let value): try object.setValue(value, forKey: key)
        case .decimal(let text):
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            try object.setValue(value, forKey: key)
        case .string(let value): try object.setValue(value, forKey: key)
        case .data(let value): try object.setValue(value, forKey: key)
        case .date(let seconds):
            try object.setValue(Date(timeIntervalSinceReferenceDate: seconds), forKey: key)
        case .uuid(let value): try object.setValue(value, forKey: key)
        case .object(let entity, let number):
            let id = try context.coordinator.objectID(entityName: entity, recordNumber: number)
            try object.setValue(try context.existingObject(with: id), forKey: key)
        case .tags(let numbers):
            // A tag that was deleted since is left out.
            switch object {
            case let item as Item:
                item.setTags(Set(try numbers.compactMap { try Tag.find($0, in: context) }))
            case let customer as Customer:
                let tags = try numbers.compactMap {
                    try context.existingObject(CustomerTag.self, recordNumber: $0)
                }
                try customer.take(tags: tags.compactMap(\.name), in: context)
            default: break
            }
        }
    }
}
