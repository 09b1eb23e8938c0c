import Foundation
public import Persistence

/// An undoable change of the shopping list, with the states of the changed items before and after.
public final class GroceryStep: ManagedObject {}

extension GroceryStep {
    /// The maximum number of steps.
    public static let limit = 50
    /// The maximum number of items in a step. A larger change, such as an import, cannot be undone,
    /// nor can anything before it.
    static let itemLimit = 2_000

    /// All steps, oldest first.
    static func all(in context: ManagedObjectContext) throws -> [GroceryStep] {
        try context.fetch(FetchRequest<GroceryStep>(sortBy: [SortDescriptor(\.number)]))
    }

    /// The changes of the step.
    ///
    /// - Throws: `DecodingError` for data in another format.
    func itemChanges() throws -> [GroceryChange] {
        try JSONDecoder().decode([GroceryChange].self, from: changes ?? Data())
    }

    /// The changes of the steps that contain a key.
    static func changes(
        naming key: UUID, in context: ManagedObjectContext
    ) throws -> [GroceryChange] {
        // Only these are decoded.
        let text = Data(key.uuidString.utf8)
        return try all(in: context).filter { $0.changes?.range(of: text) != nil }
            .flatMap { try $0.itemChanges() }
    }

    /// Records the changes of a save as a step, which removes the steps that could be redone.
    /// Undoing and redoing, which mark a step, record none.
    static func record(_ save: PendingSave) throws {
        let context = save.context
        for case let step as GroceryStep in context.insertedObjects {
            // It is left from a failed save, and this save may differ.
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
