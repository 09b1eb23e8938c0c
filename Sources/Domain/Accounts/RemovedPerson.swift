import ObjectModel
import Persistence

/// A removed person with the sessions, tokens, shared lists, codes and reminders, so that the removal can
/// be undone.
struct RemovedPerson: Sendable, Codable {
    /// A record of the person.
    private struct Part: Sendable, Codable {
        let entity: String
        let values: [String: StoredValue]
    }

    let name: String
    private let values: [String: StoredValue]
    private let parts: [Part]

    /// Records a person who is about to be removed.
    ///
    /// - Throws: errors of the store.
    init(_ person: Person) throws {
        name = person.name ?? ""
        values = try Self.values(of: person)
        let all: [ManagedObject] =
            Array(person.sessions) + Array(person.tokens) + Array(person.sharedLists)
            + Array(person.drawerCodes) + Array(person.reminders)
        parts = try all.map {
            Part(entity: $0.objectID.entityName, values: try Self.values(of: $0))
        }
    }

    private static func values(of object: ManagedObject) throws -> [String: StoredValue] {
        guard let context = object.managedObjectContext else { return [:] }
        let model = context.coordinator.managedObjectModel
        var values: [String: StoredValue] = [:]
        for attribute in model.allAttributes(of: object.objectID.entityName) {
            values[attribute.name] = StoredValue(try object.attributeValue(forKey: attribute.name))
        }
        return values
    }

    /// Creates the person again, with all records.
    ///
    /// - Throws: ``AccountError`` if another person has the name now; errors of the store.
    func make(in context: ManagedObjectContext) throws -> Person {
        guard try Person.find(name, in: context) == nil else {
            throw AccountError(.name, "another person has this name by now")
        }
        let person = Person(context: context)
        try Self.set(values, of: person, in: context)
        for part in parts {
            let object = try ManagedObject(entityName: part.entity, context: context)
            try Self.set(part.values, of: object, in: context)
            try object.setValue(person, forKey: "person")
        }
        return person
    }

    private static func set(
        _ values: [String: StoredValue], of object: ManagedObject, in context: ManagedObjectContext
    ) throws {
        for (key, value) in values { try value.set(key, of: object, in: context) }
    }
}
