import Domain
import Logging

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
