import Foundation

/// What servers on one database tell each other of the imports that they are at.
extension Imports {
    /// Says how far an import is.
    ///
    /// - Throws: errors of the file system.
    public func note(_ note: ImportNote, of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        try JSONEncoder().encode(note).write(
            to: URL(fileURLWithPath: path(token + Self.note)), options: .atomic)
    }

    /// Says how an import ended, in the place of how far it was.
    ///
    /// - Parameter note: how it ended; nil where the files say so.
    /// - Throws: errors of the file system.
    public func noteEnd(_ note: ImportNote?, of token: String) throws {
        guard let note else { return try forgetNote(of: token) }
        try self.note(note, of: token)
        guard ImportToken.isOne(token) else { return }
        try ErasedFile.remove(path(token + Self.call))
    }

    /// How far an import is, or how it ended; nil if nobody has said so.
    ///
    /// - Throws: errors of the file system.
    public func note(of token: String) throws -> ImportNote? {
        try read(ImportNote.self, token, Self.note, for: Self.longestWait)
    }

    /// Forgets how far an import is, and that it is to be called off.
    ///
    /// - Throws: errors of the file system.
    public func forgetNote(of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        for suffix in [Self.note, Self.call] { try ErasedFile.remove(path(token + suffix)) }
    }

    /// Asks whoever is at an import to call it off.
    ///
    /// - Throws: errors of the file system.
    public func callOff(_ token: String) throws {
        guard ImportToken.isOne(token), access(path(token + Self.call), F_OK) != 0 else { return }
        try Data().write(to: URL(fileURLWithPath: path(token + Self.call)))
    }

    /// Whether somebody has asked for an import to be called off.
    public func isCalledOff(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.call), F_OK) == 0
    }
}

/// How far an import is that a server is at, for the other ones on the same database.
public struct ImportNote: Codable, Sendable, Hashable {
    /// What is wrong with a field of the form that brought the file.
    public struct Fault: Codable, Sendable, Hashable {
        public let field: String
        public let label: String
        public let message: String

        /// What is wrong with a field.
        public init(field: String, label: String, message: String) {
            self.field = field
            self.label = label
            self.message = message
        }
    }

    /// How it ended, where the files do not say so.
    public enum Ending: Codable, Sendable, Hashable {
        /// Records changed since it was looked at: nothing is imported.
        case changed
        /// It was not taken back, because of these obstacles.
        case obstructed([String])
        /// The file cannot be read.
        case refused(status: Int, faults: [Fault])
    }

    /// Where it was begun.
    public let place: String
    /// The name of the file.
    public let name: String
    /// How far it is.
    public var state: ImportProgress.State
    /// How it ended; nil while it is under way.
    public var ending: Ending?

    /// How far an import is.
    public init(
        place: String, name: String, state: ImportProgress.State, ending: Ending? = nil
    ) {
        self.place = place
        self.name = name
        self.state = state
        self.ending = ending
    }
}
