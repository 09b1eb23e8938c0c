/// A column of a table.
struct SQLColumn: Sendable, Hashable {
    let name: String
    /// The declared type, which decides what SQLite makes of numbers.
    let type: String
}
