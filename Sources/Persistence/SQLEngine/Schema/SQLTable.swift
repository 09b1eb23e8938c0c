/// The table of a root entity.
package struct SQLTable: Sendable, Hashable {
    package let name: String
    /// The columns behind `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of their creation.
    package let columns: [SQLColumn]
    var dialect = SQLDialect.sqlite

    /// The statement that makes the table.
    package var createStatement: String {
        let all =
            [
                "Z_PK \(dialect.keyType) PRIMARY KEY", "Z_ENT \(dialect.entityType)",
                "Z_OPT \(dialect.keyType)",
            ]
            + columns.map { "\($0.name) \($0.type)" }
        return "CREATE TABLE \(name) ( \(all.joined(separator: ", ")) )"
    }
}
