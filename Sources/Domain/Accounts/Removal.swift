import Foundation
import ObjectModel
public import Persistence

/// The removal of a person, with the data for undoing it while that is possible.
public final class Removal: ManagedObject {}

extension Removal {
    /// The seconds for which a removal can be undone.
    static let lifetime: TimeInterval = 86_400
    /// The maximum number of removals; the oldest are deleted.
    static let limit = 20

    /// All removals, newest first.
    static func all(in context: ManagedObjectContext) throws -> [Removal] {
        try context.fetch(FetchRequest<Removal>(sortBy: [SortDescriptor(\.date, order: .reverse)]))
    }

    /// The removal of a token; nil if it was undone, or is too old.
    static func find(
        _ token: String, at date: Date, in context: ManagedObjectContext
    ) throws -> Removal? {
        let found = try context.fetchFirst(FetchRequest<Removal>(#Predicate { $0.token == token }))
        return found.flatMap { $0.isStale(at: date) ? nil : $0 }
    }

    /// Stores a removed person. Returns the token of the removal.
    static func keep(
        _ person: RemovedPerson, at date: Date, in context: ManagedObjectContext
    ) throws -> String {
        for surplus in try all(in: context).dropFirst(limit - 1) { context.delete(surplus) }
        let (removal, token) = (Removal(context: context), ImportToken.random())
        removal.token = token
        removal.date = date
        removal.foldedName = AccountName.folded(person.name)
        removal.content = try JSONEncoder().encode(person)
        return token
    }

    /// The removals of a name.
    static func named(_ name: String, in context: ManagedObjectContext) throws -> [Removal] {
        let folded = AccountName.folded(name)
        return try context.fetch(FetchRequest<Removal>(#Predicate { $0.foldedName == folded }))
    }

    /// The removals that can no longer be undone.
    static func stale(at date: Date, in context: ManagedObjectContext) throws -> [Removal] {
        try all(in: context).filter { $0.isStale(at: date) }
    }

    private func isStale(at now: Date) -> Bool {
        now.timeIntervalSince(date ?? .distantPast) > Self.lifetime
    }

    /// The person; nil if another version of the program wrote an unknown format.
    var person: RemovedPerson? {
        content.flatMap { try? JSONDecoder().decode(RemovedPerson.self, from: $0) }
    }
}

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
