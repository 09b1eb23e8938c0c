import Domain
import Hummingbird
import Logging
import Persistence
import Synchronization

/// The changes of a kind that can be undone: the last of them, for a day, after a restart and by every server of
/// the household.
struct KeptChanges<Change: Codable & Sendable>: Sendable {
    private let files: UndoFiles
    private let kind: String

    /// - Parameter kind: what tells them from other changes.
    init(_ files: UndoFiles, kind: String) {
        self.files = files
        self.kind = kind
    }

    /// Keeps a change that was saved, before the `write` ends that saved it (``UndoFiles``).
    ///
    /// - Returns: a word by which it can be found, which nobody can guess; nil if the disk does not take it. That
    ///   is told to the log, and nothing else is wrong: it cannot be undone.
    func keep(_ change: Change, _ logger: Logger) -> String? {
        do {
            return try files.keep(change, of: kind)
        } catch {
            logger.error("A change cannot be undone", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// The change with a token; nil if it was undone, or is no longer kept.
    ///
    /// - Throws: errors of the file system.
    func change(_ token: String) throws -> Change? { try files.change(token, of: kind) }

    /// The change with a token, for a notice that offers to undo it: what cannot be read is not offered.
    func offered(_ token: String) -> Change? { (try? change(token)) ?? nil }

    /// Forgets a change that was undone. If the disk does not, it stays until its day is over, and undoing it once
    /// more finds that others have its place.
    func forget(_ token: String, _ logger: Logger) {
        do {
            try files.forget(token, of: kind)
        } catch {
            logger.error("A change that was undone is kept", metadata: ["error": "\(error)"])
        }
    }
}

/// The changes that are being taken back, by their tokens: who presses twice, or in two windows at once, gets the
/// answer to the first.
final class UndosUnderway: Sendable {
    private let tasks = Mutex<[String: Task<any Sendable, any Error>]>([:])

    /// Takes a change back, unless somebody does already: theirs it is then.
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

extension Site {
    /// Takes the change back that the address of a request names, in one transaction, and forgets it. Who comes
    /// while somebody else takes it back waits for that, and has the same answer.
    ///
    /// - Parameters:
    ///   - kept: the changes of its kind.
    ///   - gone: the error if it can no longer be undone.
    ///   - body: takes it back, saves, and returns what the answer tells; nil if what the change made is gone.
    /// - Throws: ``FormRefusal`` for faults of the values, and what the closure throws.
    func undo<Change, Value: Sendable>(
        _ kept: KeptChanges<Change>, _ context: SiteContext, orElse gone: SiteError,
        _ body: @escaping @Sendable (Change, ManagedObjectContext) throws -> Value?
    ) async throws -> Value {
        let token: String = try context.parameter("token")
        let logger = context.logger
        let task = undos.task(for: token) { () async throws -> Value in
            let value = try await self.change { records in
                guard let change = try kept.change(token), let value = try body(change, records)
                else { throw gone }
                return value
            }
            kept.forget(token, logger)
            return value
        }
        // A token at the address of another kind of change takes nothing back.
        guard let value = try await task.value as? Value else { throw gone }
        return value
    }

    /// The notice of a change with an offer to undo it; nil if it can no longer be undone.
    ///
    /// - Parameters:
    ///   - kept: the changes of its kind.
    ///   - token: what was sent along with the announcement.
    ///   - path: where it is taken back.
    ///   - fields: what the way there sends along.
    ///   - text: what the notice says.
    func undoNotice<Change>(
        _ kept: KeptChanges<Change>, _ token: String?, at path: (String) -> SitePath,
        fields: [HiddenField] = [], _ text: (Change) -> String
    ) -> Notice? {
        guard let token, let change = kept.offered(token) else { return nil }
        return Notice(
            text: text(change), undoPath: links(path(token)), undoFields: fields)
    }
}
