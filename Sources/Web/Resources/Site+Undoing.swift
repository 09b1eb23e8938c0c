import Domain
import Hummingbird
import Persistence
import Synchronization

extension Site {
    /// Undoes the change in the address of a request, and deletes its step, in one transaction. If
    /// the same undo is already running, this waits for its result.
    ///
    /// - Parameters:
    ///   - log: the log of its kind.
    ///   - gone: the error if it can no longer be undone.
    ///   - body: undoes it, saves, and returns the value for the response; nil if the changed
    ///     records were deleted.
    /// - Throws: ``ValidationErrors`` for faults of the values, and errors of the closure.
    func undo<Change, Value: Sendable>(
        _ log: UndoLog<Change>, _ context: SiteContext, orElse gone: SiteError,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Value?
    ) async throws -> Value {
        let token: String = try context.parameter("token")
        let task = undos.task(for: token) { () async throws -> Value in
            try await self.change { records in
                guard let change = try log.take(token, in: records),
                    let value = try body(change, records)
                else { throw gone }
                return value
            }
        }
        // A token of another kind of change undoes nothing.
        guard let value = try await task.value as? Value else { throw gone }
        return value
    }

    /// The notice of a change with an undo button; nil if it can no longer be undone.
    ///
    /// - Parameters:
    ///   - log: the log of its kind.
    ///   - token: the token from the flash message.
    ///   - path: the action of the undo button.
    ///   - fields: the hidden fields of the undo button.
    ///   - text: the text of the notice.
    /// - Throws: errors of the store.
    func undoNotice<Change>(
        _ log: UndoLog<Change>, _ token: String?, at path: (String) -> SitePath,
        fields: [HiddenField] = [], in context: ManagedObjectContext, _ text: (Change) -> String
    ) throws -> Notice? {
        guard let token, let change = try log.change(token, in: context) else { return nil }
        return Notice(
            text: text(change), undoPath: links(path(token)), undoFields: fields)
    }
}

/// The undos in progress by their tokens. A double click, or a click in two windows, gets the
/// result of the first one.
final class RunningUndos: Sendable {
    private let tasks = Mutex<[String: Task<any Sendable, any Error>]>([:])

    /// Starts an undo, or returns the task that is already running.
    func task<Value: Sendable>(
        for token: String, _ undo: @escaping @Sendable () async throws -> Value
    ) -> Task<any Sendable, any Error> {
        tasks.withLock { tasks in
            if let task = tasks[token] { return task }
            let task = Task<any Sendable, any Error> {
                defer { self.end(token) }
                return try await undo()
            }
            tasks[token] = task
            return task
        }
    }

    private func end(_ token: String) {
        tasks.withLock { $0[token] = nil }
    }
}
