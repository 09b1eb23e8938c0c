import Foundation
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
