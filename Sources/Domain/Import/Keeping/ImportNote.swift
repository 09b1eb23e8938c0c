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
