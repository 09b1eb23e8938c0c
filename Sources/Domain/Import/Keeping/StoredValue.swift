import Foundation
import Persistence

/// A value of a record, as it is kept in a file.
enum StoredValue: Hashable, Codable {
    case none
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    case decimal(String)
    case string(String)
    /// Seconds since 2001, exactly.
    case date(Double)
    case uuid(UUID)
    case object(entity: String, number: Int64)
    /// The record numbers of an item's or a customer's tags, in their order.
    case tags([Int64])

    /// The name of the relationship to tags, which are stored with neither of those whom it connects.
    static let tagsKey = "tags"

    /// What a record has under a key. Nil for a kind of value that no import changes.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    init?(_ key: String, of object: ManagedObject) throws {
        if key == Self.tagsKey, object is Item || object is Customer {
            try self.init(tags: object.objectIDs(forRelationshipNamed: key))
        } else {
            self.init(try object.attributeValue(forKey: key))
        }
    }

    /// Tags that are saved, or about to be.
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

    /// Gives a record the value.
    ///
    /// - Throws: errors of the store; `PersistenceError.objectNotFound` if the value is a record
    ///   that is gone.
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
        case .date(let seconds):
            try object.setValue(Date(timeIntervalSinceReferenceDate: seconds), forKey: key)
        case .uuid(let value): try object.setValue(value, forKey: key)
        case .object(let entity, let number):
            let id = try context.coordinator.objectID(entityName: entity, recordNumber: number)
            try object.setValue(try context.existingObject(with: id), forKey: key)
        case .tags(let numbers):
            // One that was deleted since is nobody's any more.
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
