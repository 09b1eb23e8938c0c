import Foundation
public import Persistence

/// A change of the shopping list that can be undone, or done again: which items it changed, and
/// what they were before and after.
public final class GroceryStep: ManagedObject {}

extension GroceryStep {
    /// How many steps are kept.
    public static let limit = 50
    /// The most items that a step may change. One that changes more, such as an import, is not kept,
    /// and nothing before it either.
    static let itemLimit = 2_000

    /// All steps, the first one first.
    static func all(in context: ManagedObjectContext) throws -> [GroceryStep] {
        try context.fetch(FetchRequest<GroceryStep>(sortBy: [SortDescriptor(\.number)]))
    }

    /// What the step changed.
    ///
    /// - Throws: `DecodingError` for data that something else wrote.
    func itemChanges() throws -> [GroceryChange] {
        try JSONDecoder().decode([GroceryChange].self, from: changes ?? Data())
    }

    /// Makes a step of what a save is about to do to the list. What was undone cannot be done again
    /// then. Undoing and redoing, which mark a step, make none.
    static func record(_ save: PendingSave) throws {
        let context = save.context
        for case let step as GroceryStep in context.insertedObjects {
            // A save that failed left it; this one may do something else.
            context.delete(step)
        }
        guard
            !(context.updatedObjects + context.deletedObjects).contains(where: { $0 is GroceryStep }
            )
        else { return }
        let changes = GroceryChange.pending(in: context)
        guard !changes.isEmpty else { return }
        let kept = try makeRoom(for: changes, in: context)
        guard changes.count <= itemLimit else { return }
        let step = GroceryStep(context: context)
        step.number = (kept.last?.number ?? 0) + 1
        step.title = changes.title
        step.changes = try JSONEncoder().encode(changes)
    }

    private static func makeRoom(
        for changes: [GroceryChange], in context: ManagedObjectContext
    ) throws -> [GroceryStep] {
        let steps = try all(in: context)
        var kept = changes.count <= itemLimit ? steps.filter { !$0.isUndone } : []
        kept = Array(kept.suffix(limit - 1))
        for step in steps where !kept.contains(step) { context.delete(step) }
        return kept
    }
}
