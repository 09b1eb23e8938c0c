import Foundation
public import Persistence

/// A name that was used on the list, for suggestions.
public final class GroceryName: ManagedObject {
    /// Refuses card numbers in the name.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}

extension GroceryName {
    /// The maximum number of names; the least recently used one is removed.
    static let limit = 500

    /// The most used names, in that order.
    ///
    /// - Throws: errors of the store.
    public static func suggestions(
        _ count: Int = 100, in context: ManagedObjectContext
    ) throws -> [String] {
        let request = FetchRequest<GroceryName>(
            sortBy: [
                SortDescriptor(\.useCount, order: .reverse),
                SortDescriptor(\.lastUsed, order: .reverse),
            ], limit: count)
        return try context.fetch(request).compactMap(\.name)
    }

    /// Records the use of a name.
    static func note(
        _ name: String, at date: Date = Date(), in context: ManagedObjectContext
    ) throws {
        let folded = name.foldedForMatching
        guard !folded.isEmpty else { return }
        let known = try context.fetchFirst(
            FetchRequest<GroceryName>(#Predicate { $0.folded == folded }))
        if known == nil { try makeRoom(in: context) }
        let noted = known ?? GroceryName(context: context)
        noted.folded = folded
        noted.name = name
        noted.useCount += 1
        noted.lastUsed = date
    }

    private static func makeRoom(in context: ManagedObjectContext) throws {
        let surplus = try context.count(for: FetchRequest<GroceryName>()) - limit + 1
        guard surplus > 0 else { return }
        let request = FetchRequest<GroceryName>(
            sortBy: [SortDescriptor(\.lastUsed)], limit: surplus)
        for name in try context.fetch(request) { context.delete(name) }
    }
}
