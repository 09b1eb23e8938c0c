/// A column of a table.
package struct SQLColumn: Sendable, Hashable {
    package let name: String
    /// The declared type, which decides what SQLite makes of numbers.
    package let type: String
}
