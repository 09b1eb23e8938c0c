import Domain
import Hummingbird
import Logging
import Persistence

/// A log of changes of one kind that can be undone: the latest ones, for a day, across restarts and
/// servers.
struct UndoLog<Change: Codable & Sendable>: Sendable {
    private let files: UndoFiles
    private let kind: String

    /// - Parameter kind: the name of this kind of change.
    init(_ files: UndoFiles, kind: String) {
        self.files = files
        self.kind = kind
    }

    /// Stores a saved change, before the `write` that saved it ends (``UndoFiles``).
    ///
    /// - Returns: an unguessable token; nil if writing fails. The failure is logged, and only undo
    ///   is unavailable.
    func keep(_ change: Change, _ logger: Logger) -> String? {
        do {
            return try files.keep(change, of: kind)
        } catch {
            logger.error("A change cannot be undone", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// The change with a token; nil if it was undone or has expired.
    ///
    /// - Throws: errors of the file system.
    func change(_ token: String) throws -> Change? { try files.change(token, of: kind) }

    /// The change with a token, for a notice with an undo button. An unreadable change is not
    /// offered.
    func offered(_ token: String) -> Change? { (try? change(token)) ?? nil }

    /// Deletes a change that was undone. If that fails, it stays until it expires; a second undo
    /// then finds that the records have changed.
    func forget(_ token: String, _ logger: Logger) {
        do {
            try files.forget(token, of: kind)
        } catch {
            logger.error(
                "The data of an undone change was not deleted", metadata: ["error": "\(error)"])
        }
    }
}

extension Site {
    /// Undoes the change in the address of a request, in one transaction, and deletes it from the
    /// log. If the same undo is already running, this waits for its result.
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
        let logger = context.logger
        let task = undos.task(for: token) { () async throws -> Value in
            let value = try await self.change { records in
                guard let change = try log.change(token), let value = try body(change, records)
                else { throw gone }
                return value
            }
            log.forget(token, logger)
            return value
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
    func undoNotice<Change>(
        _ log: UndoLog<Change>, _ token: String?, at path: (String) -> SitePath,
        fields: [HiddenField] = [], _ text: (Change) -> String
    ) -> Notice? {
        guard let token, let change = log.offered(token) else { return nil }
        return Notice(
            text: text(change), undoPath: links(path(token)), undoFields: fields)
    }
}
