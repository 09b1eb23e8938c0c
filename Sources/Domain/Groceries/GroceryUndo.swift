import Foundation
public import Persistence

/// Takes changes of the shopping list back, and does them again.
///
/// The steps are data in the store, so that any window of any browser can undo what another one did,
/// after a restart too. For the time of a request they are put into an undo manager, which knows
/// what comes next.
///
/// ```swift
/// let outcome = try GroceryUndo(context).undo()
/// try household.save(context)
/// ```
public final class GroceryUndo {
    /// What became of a step.
    public enum Outcome: Sendable, Hashable {
        /// It was undone, or done again.
        case done(String)
        /// Others have changed what it changed: it was given up, and nothing else was done.
        case impossible(String)
        /// There was none.
        case none
    }

    private let context: ManagedObjectContext
    private let manager = UndoManager()
    /// Whether steps are put into the manager, which they take part in without being performed.
    private var isLoading = true
    private var result: Result<Outcome, any Error> = .success(.none)

    /// Reads the steps.
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

    /// What `undo()` would take back: `clear 4 items`; nil if there is nothing.
    public var undoTitle: String? { manager.canUndo ? manager.undoActionName : nil }

    /// What `redo()` would do again; nil if there is nothing.
    public var redoTitle: String? { manager.canRedo ? manager.redoActionName : nil }

    /// Takes the last step back. The caller saves.
    ///
    /// - Throws: errors of the store.
    public func undo() throws -> Outcome {
        manager.undo()
        return try takeResult()
    }

    /// Does the step again that was undone last. The caller saves.
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

    /// Performs a step in the direction in which the manager goes, and registers it for the other.
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

    /// Takes all changes of a step back, or none of them. Returns whether that was possible.
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
