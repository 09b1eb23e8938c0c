/// The join table of a many-to-many relationship.
package struct SQLJoinTable: Sendable, Hashable {
    package let name: String
    /// The two key columns.
    package let keyColumns: [String]
    /// The columns of places in ordered relationships.
    package let orderColumns: [String]
    var dialect = SQLDialect.sqlite

    /// The statement that makes the table.
    var createStatement: String {
        let columns = (keyColumns + orderColumns).map { "\($0) \(dialect.keyType)" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(keyColumns.joined(separator: ", "))) )"
    }

    /// The statement that makes the index for the way back.
    var createIndexStatement: String {
        "CREATE INDEX \(name)_\(keyColumns[1])_INDEX ON \(name) "
            + "(\(keyColumns[1]), \(keyColumns[0]))"
    }
}
