import Foundation

/// Notes by which servers on one database share the progress of their imports.
extension Imports {
    /// Stores the progress of an import.
    ///
    /// - Throws: errors of the file system.
    public func note(_ note: ImportNote, of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        try JSONEncoder().encode(note).write(
            to: URL(fileURLWithPath: path(token + Self.note)), options: .atomic)
    }

    /// Replaces the progress of an import by its end.
    ///
    /// - Parameter note: the note with the ending; nil if the files show it.
    /// - Throws: errors of the file system.
    public func noteEnd(_ note: ImportNote?, of token: String) throws {
        guard let note else { return try forgetNote(of: token) }
        try self.note(note, of: token)
        guard ImportToken.isOne(token) else { return }
        try ErasedFile.remove(path(token + Self.call))
    }

    /// The progress or the end of an import; nil without a note.
    ///
    /// - Throws: errors of the file system.
    public func note(of token: String) throws -> ImportNote? {
        try read(ImportNote.self, token, Self.note, for: Self.longestWait)
    }

    /// Deletes the note and the request to cancel.
    ///
    /// - Throws: errors of the file system.
    public func forgetNote(of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        for suffix in [Self.note, Self.call] { try ErasedFile.remove(path(token + suffix)) }
    }

    /// Asks the server that runs an import to cancel it.
    ///
    /// - Throws: errors of the file system.
    public func cancel(_ token: String) throws {
        guard ImportToken.isOne(token), access(path(token + Self.call), F_OK) != 0 else { return }
        try Data().write(to: URL(fileURLWithPath: path(token + Self.call)))
    }

    public func isCancelled(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.call), F_OK) == 0
    }
}

/// The progress of an import, for other servers on the same database.
public struct ImportNote: Codable, Sendable, Hashable {
    /// A fault in a field of the upload form.
    public struct Fault: Codable, Sendable, Hashable {
        public let field: String
        public let label: String
        public let message: String

        public init(field: String, label: String, message: String) {
            self.field = field
            self.label = label
            self.message = message
        }
    }

    /// An ending that the files do not show.
    public enum Ending: Codable, Sendable, Hashable {
        /// Records changed after the preview, so the import was not done.
        case changed
        /// The undo was refused because of obstacles.
        case obstructed([String])
        /// The file cannot be read.
        case refused(status: Int, faults: [Fault])
    }

    /// The page on which it was started.
    public let place: String
    public let name: String
    public var state: ImportProgress.State
    /// The ending; nil while it is running.
    public var ending: Ending?

    public init(place: String, name: String, state: ImportProgress.State, ending: Ending? = nil) {
        self.place = place
        self.name = name
        self.state = state
        self.ending = ending
    }
}
