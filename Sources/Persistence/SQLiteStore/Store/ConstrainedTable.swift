import Foundation

/// A table whose statement holds uniqueness constraints, as older versions of Core Data wrote them.
///
/// SQLite cannot take a constraint away from a table: the table is made anew.
struct ConstrainedTable {
    let table: StoreShape.Part
    let schema: SQLSchema
    let connection: Connection

    /// The statement without its constraints; nil if it has none.
    private var freeStatement: String? {
        let free = table.sql.replacing(/,\s*CONSTRAINT\s+\S+\s+UNIQUE\s*\([^()]*\)/, with: "")
        return free == table.sql ? nil : free
    }

    /// The statements that take all constraints away from the table, and make the indexes of those
    /// that the model asks for still; none if it has no constraints.
    func freeingStatements() throws -> [String] {
        guard let freeStatement else { return [] }
        let older = "Z_ALIGNMENT_\(table.name)"
        let columns = try columnList()
        // A trigger would be changed to name the older table, or be lost with it.
        let triggers = try StoreShape.parts(of: "trigger", connection)
        let indexes = try StoreShape.parts(of: "index", connection)
            .filter { $0.table == table.name }
        return triggers.map { "DROP TRIGGER \"\($0.name)\"" }
            + [
                "ALTER TABLE \"\(table.name)\" RENAME TO \"\(older)\"", freeStatement,
                "INSERT INTO \"\(table.name)\" (\(columns)) SELECT \(columns) FROM \"\(older)\"",
                "DROP TABLE \"\(older)\"",
            ] + indexes.map(\.sql) + missingConstraints(beside: indexes) + triggers.map(\.sql)
    }

    /// The constraints of the model that the table kept in its own statement.
    private func missingConstraints(beside indexes: [StoreShape.Part]) -> [String] {
        let names = Set(indexes.map(\.name))
        return schema.indexes.filter { statement in
            guard statement.hasPrefix("CREATE UNIQUE INDEX "),
                let name = StoreSQL.name(madeBy: statement)
            else { return false }
            return statement.contains(" ON \(table.name) ") && !names.contains(name)
        }
    }

    private func columnList() throws -> String {
        try connection.columnNames(of: table.name).map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
