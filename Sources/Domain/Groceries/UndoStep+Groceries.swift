import Foundation
import Persistence

/// The undoable changes of the shopping list, with the states of the changed items before and after.
extension UndoStep {
    /// The maximum number of steps.
    static let mostGroceries = 50
    /// The maximum number of items in a step. A larger change, such as an import, cannot be undone,
    /// nor can anything before it.
    static let mostGroceryChanges = 2_000

    static let groceries = "groceries"

    /// All steps, oldest first.
    static func allOfGroceries(in context: ManagedObjectContext) throws -> [UndoStep] {
        try all(of: groceries, in: context)
    }

    /// The changes of the step.
    ///
    /// - Throws: `DecodingError` for data in another format.
    func groceryChanges() throws -> [GroceryChange] {
        try JSONDecoder().decode([GroceryChange].self, from: changes ?? Data())
    }

    /// The changes of the steps that contain a key.
    static func groceryChanges(
        naming key: UUID, in context: ManagedObjectContext
    ) throws -> [GroceryChange] {
        // Only these are decoded.
        let text = Data(key.uuidString.utf8)
        return try allOfGroceries(in: context).filter { $0.changes?.range(of: text) != nil }
            .flatMap { try $0.groceryChanges() }
    }

    /// Records the changes of a save as a step, which removes the steps that could be redone.
    /// Undoing and redoing, which mark a step, record none.
    static func recordGroceries(_ save: PendingSave) throws {
        let context = save.context
        func steps(_ objects: some Sequence<ManagedObject>) -> [UndoStep] {
            objects.compactMap { $0 as? UndoStep }.filter { $0.series == groceries }
        }
        // It is left from a failed save, and this save may differ.
        for step in steps(context.insertedObjects) { context.delete(step) }
        guard steps(context.updatedObjects + context.deletedObjects).isEmpty else { return }
        let changes = GroceryChange.pending(in: context)
        guard !changes.isEmpty else { return }
        let isKept = changes.count <= mostGroceryChanges
        let former = try allOfGroceries(in: context)
        let kept = isKept ? former.filter { !$0.isUndone }.suffix(mostGroceries - 1) : []
        for step in former where !kept.contains(step) { context.delete(step) }
        guard isKept else { return }
        let step = add((kept.last?.number ?? 0) + 1, to: groceries, in: context)
        step.title = changes.title
        step.changes = try JSONEncoder().encode(changes)
    }
}
