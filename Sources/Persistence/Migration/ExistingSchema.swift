/// The facts about a store, besides its schema, that a migration plan needs.
struct ExistingSchema {
    /// An index or a trigger.
    struct Part {
        var name: String
        var table: String
        var sql: String

        /// Whether it belongs to a full-text index, sort keys or sums, which are not part of the
        /// schema.
        var belongsToIndexes: Bool {
            SQLSchema.auxiliaryIndexes.contains { name.hasPrefix($0.prefix) }
        }
    }

    /// The greatest used key of each root entity, by the entity's name.
    let maximumKeys: [String: Int64]
    let indexes: [Part]
    let triggers: [Part]
    let rTreeTables: [String]
    /// The tables with a constraint in their CREATE statement.
    let constrainedTables: Set<String>
    let history: HistoryTables?

    init(_ connection: Connection, schema: SQLSchema) throws {
        let roots = schema.layout.entities.filter { $0.superNumber == 0 }
        maximumKeys = try roots.reduce(into: [:]) { keys, root in
            let used = try connection.integer("SELECT max(Z_PK) FROM \(schema[root].table)") ?? 0
            let given = try connection.integer(
                "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(schema.number(of: root))")
            keys[root.name] = max(used, given ?? 0)
        }
        indexes = try Self.parts(of: "index", connection)
        // Full-text indexes, sort keys and sums recreate their own.
        triggers = try Self.parts(of: "trigger", connection).filter { !$0.belongsToIndexes }
        let tables = try Self.parts(of: "table", connection)
        rTreeTables = tables.map(\.name).filter { name in
            name.hasPrefix("Z_RT_")
                && tables.contains { $0.name == name && $0.sql.hasPrefix("CREATE VIRTUAL TABLE") }
        }
        constrainedTables = Set(tables.filter { $0.sql.contains("CONSTRAINT ") }.map(\.name))
        // Changes are migrated even if the table of texts, which early stores lack, is not there.
        history = try StoreCatalog(connection).columns["ACHANGE"].map(
            HistoryTables.init(changeColumns:))
    }

    /// The indexes, triggers or tables of a store, except SQLite's internal ones.
    static func parts(of type: String, _ connection: Connection) throws -> [Part] {
        let sql =
            "SELECT name, tbl_name, sql FROM sqlite_master "
            + "WHERE type = '\(type)' AND sql IS NOT NULL ORDER BY name"
        return try connection.withStatement(sql) { statement in
            var parts: [Part] = []
            while try statement.step() {
                parts.append(
                    Part(
                        name: statement.text(0) ?? "", table: statement.text(1) ?? "",
                        sql: statement.text(2) ?? ""))
            }
            return parts
        }
    }
}
