import Foundation
public import Persistence

/// The removal of a person, with what it takes to undo it, for as long as it can be undone.
public final class Removal: ManagedObject {}

extension Removal {
    /// How long a removal can be undone.
    static let lifetime: TimeInterval = 86_400
    /// How many there are; of more, the oldest go.
    static let limit = 20

    /// All of them, the newest first.
    static func all(in context: ManagedObjectContext) throws -> [Removal] {
        try context.fetch(FetchRequest<Removal>(sortBy: [SortDescriptor(\.date, order: .reverse)]))
    }

    /// The removal that a token stands for; nil if it was undone, or is too long ago.
    static func find(
        _ token: String, at date: Date, in context: ManagedObjectContext
    ) throws -> Removal? {
        let found = try context.fetchFirst(FetchRequest<Removal>(#Predicate { $0.token == token }))
        return found.flatMap { $0.isStale(at: date) ? nil : $0 }
    }

    /// Keeps a person. Returns the token of the removal.
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

    /// Those of everybody of a name.
    static func named(_ name: String, in context: ManagedObjectContext) throws -> [Removal] {
        let folded = AccountName.folded(name)
        return try context.fetch(FetchRequest<Removal>(#Predicate { $0.foldedName == folded }))
    }

    /// Those that cannot be undone any more.
    static func stale(at date: Date, in context: ManagedObjectContext) throws -> [Removal] {
        try all(in: context).filter { $0.isStale(at: date) }
    }

    private func isStale(at now: Date) -> Bool {
        now.timeIntervalSince(date ?? .distantPast) > Self.lifetime
    }

    /// The person; nil if another version of the program wrote what cannot be read here.
    var person: RemovedPerson? {
        content.flatMap { try? JSONDecoder().decode(RemovedPerson.self, from: $0) }
    }
}
