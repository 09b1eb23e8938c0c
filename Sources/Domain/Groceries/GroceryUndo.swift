import Foundation
public import Persistence

/// Undoes and redoes changes of the shopping list.
///
/// The steps are stored, so that each window of each browser can undo the changes of others, even
/// after a restart. During a request they are loaded into an undo manager, which knows the next
/// one.
///
/// ```swift
/// let outcome = try GroceryUndo(context).undo()
/// try household.save(context)
/// ```
public final class GroceryUndo {
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
    private let manager = UndoManager()
    /// Whether steps are being loaded, which only registers them.
    private var isLoading = true
    private var result: Result<Outcome, any Error> = .success(.none)

    /// Loads the steps.
    ///
    /// - Throws: errors of the store.
    public init(_ context: ManagedObjectContext) throws {
        self.context = context
        manager.levelsOfUndo = GroceryStep.limit
        let steps = try GroceryStep.all(in: context)
        for step in steps {
            manager.beginUndoGrouping()
            register(step)
            manager.setActionName(step.title ?? "")
            manager.endUndoGrouping()
        }
        for step in steps where step.isUndone { manager.undo() }
        isLoading = false
    }

    /// The title of the next step to undo: `clear 4 items`; nil if there is none.
    public var undoTitle: String? { manager.canUndo ? manager.undoActionName : nil }

    /// The title of the next step to redo; nil if there is none.
    public var redoTitle: String? { manager.canRedo ? manager.redoActionName : nil }

    /// Undoes the last step. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func undo() throws -> Outcome {
        manager.undo()
        return try takeResult()
    }

    /// Redoes the step that was undone last. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func redo() throws -> Outcome {
        manager.redo()
        return try takeResult()
    }

    private func takeResult() throws -> Outcome {
        defer { result = .success(.none) }
        return try result.get()
    }

    private func register(_ step: GroceryStep) {
        manager.registerUndo(withTarget: self) { $0.perform(step) }
    }

    /// Performs a step in the manager's direction, and registers it for the other direction.
    private func perform(_ step: GroceryStep) {
        guard !isLoading else { return register(step) }
        let title = step.title ?? ""
        do {
            if try reverse(step, isUndoing: manager.isUndoing) {
                step.isUndone = manager.isUndoing
                register(step)
                result = .success(.done(title))
            } else {
                context.delete(step)
                result = .success(.impossible(title))
            }
        } catch {
            result = .failure(error)
        }
    }

    /// Undoes all changes of a step, or none. Returns whether that was possible.
    private func reverse(_ step: GroceryStep, isUndoing: Bool) throws -> Bool {
        let changes = try step.itemChanges().map { isUndoing ? $0 : $0.reversed }
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
