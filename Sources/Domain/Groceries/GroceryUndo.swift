import Foundation
public import Persistence

/// Undoes and redoes changes of the shopping list.
///
/// The steps are stored, so that each window of each browser can undo the changes of others, even
/// after a restart. Those that can be redone follow those that can be undone.
///
/// ```swift
/// let outcome = try GroceryUndo(context).undo()
/// try household.save(context)
/// ```
public struct GroceryUndo {
    /// The outcome of an undo or redo.
    public enum Outcome: Sendable, Hashable {
        /// The step was undone or redone.
        case done(String)
        /// Others have changed the same items: the step was dropped, and nothing else was done.
        case impossible(String)
        /// There was no step.
        case none
    }

    private let context: ManagedObjectContext
    private let steps: [UndoStep]

    /// Loads the steps.
    ///
    /// - Throws: errors of the store.
    public init(_ context: ManagedObjectContext) throws {
        self.context = context
        steps = try UndoStep.allOfGroceries(in: context)
    }

    /// The title of the next step to undo: `clear 4 items`; nil if there is none.
    public var undoTitle: String? { stepToUndo?.title }

    /// The title of the next step to redo; nil if there is none.
    public var redoTitle: String? { stepToRedo?.title }

    private var stepToUndo: UndoStep? { steps.last { !$0.isUndone && !$0.isDeleted } }

    private var stepToRedo: UndoStep? { steps.first { $0.isUndone && !$0.isDeleted } }

    /// Undoes the last step. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func undo() throws -> Outcome { try perform(stepToUndo, isUndoing: true) }

    /// Redoes the step that was undone last. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func redo() throws -> Outcome { try perform(stepToRedo, isUndoing: false) }

    private func perform(_ step: UndoStep?, isUndoing: Bool) throws -> Outcome {
        guard let step else { return .none }
        let title = step.title ?? ""
        guard try reverse(step, isUndoing: isUndoing) else {
            context.delete(step)
            return .impossible(title)
        }
        step.isUndone = isUndoing
        return .done(title)
    }

    /// Undoes all changes of a step, or none. Returns whether that was possible.
    private func reverse(_ step: UndoStep, isUndoing: Bool) throws -> Bool {
        let changes = try step.groceryChanges().map { isUndoing ? $0 : $0.reversed }
        let items = try items(changes.map(\.key))
        guard changes.allSatisfy({ $0.isReversible(items[$0.key]) }) else { return false }
        for change in changes { change.reverse(items[change.key], in: context) }
        return true
    }

    private func items(_ keys: [UUID]) throws -> [UUID: GroceryItem] {
        let request = FetchRequest<GroceryItem>(FetchExpression.key("key").isIn(keys))
        let items = try context.fetch(request).compactMap { item in
            item.key.map { ($0, item) }
        }
        return Dictionary(items, uniquingKeysWith: { first, _ in first })
    }
}
