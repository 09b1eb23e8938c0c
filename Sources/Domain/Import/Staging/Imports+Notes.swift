import Foundation

/// Notes by which servers on one database share the progress of their imports.
extension Imports {
    /// Stores the progress of an import.
    ///
    /// - Throws: errors of the file system.
    public func note(_ note: some Encodable, of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        try JSONEncoder().encode(note).write(
            to: URL(fileURLWithPath: path(token + Self.note)), options: .atomic)
    }

    /// Replaces the progress of an import by its end.
    ///
    /// - Parameter note: the note with the ending; nil if the files show it.
    /// - Throws: errors of the file system.
    public func noteEnd(_ note: (some Encodable)?, of token: String) throws {
        guard let note else { return try forgetNote(of: token) }
        try self.note(note, of: token)
        guard ImportToken.isOne(token) else { return }
        try ErasedFile.remove(path(token + Self.call))
    }

    /// The progress or the end of an import; nil without a note.
    ///
    /// - Throws: errors of the file system.
    public func note<Note: Decodable>(of token: String) throws -> Note? {
        try read(Note.self, token, Self.note, for: Self.longestWait)
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
