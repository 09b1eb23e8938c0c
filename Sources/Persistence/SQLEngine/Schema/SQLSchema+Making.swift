import ObjectModel

extension SQLSchema {
    /// Gives a model its tables, columns and indexes, named and ordered as Core Data does it.
    ///
    /// For a store of this library's own making that is done once for a layout.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the store. Default: those of the model.
    ///   - dialect: what the statements are for. Default: SQLite.
    /// - Throws: `PersistenceError.misuse` if a name of the model cannot stand in SQL.
    static func make(
        _ layout: ModelLayout, numbers: StoredEntityNumbers = .same, dialect: SQLDialect = .sqlite
    ) throws -> SQLSchema {
        guard numbers == .same, dialect == .sqlite else {
            return try makeAnew(layout, numbers, dialect)
        }
        return try layout.schema { try makeAnew(layout, numbers, dialect) }
    }

    private static func makeAnew(
        _ layout: ModelLayout, _ numbers: StoredEntityNumbers, _ dialect: SQLDialect
    ) throws -> SQLSchema {
        try layout.entities.forEach(checkNames)
        var names = reservedNames
        let roots = layout.entities.filter { $0.superNumber == 0 }
        let tables = roots.map { root in
            SQLTableBuilder(
                root: root,
                name: names.insertUnique(
                    "Z\(root.name.uppercased())", takingAlong: dialect.tableEndings),
                layout: layout, numbers: numbers, dialect: dialect)
        }
        let joins = SQLJoinBuilder(layout, numbers: numbers, dialect: dialect, names: &names)
        let entities = layout.entities.map { entity in
            let table = tables.first { $0.root.number == entity.rootNumber }
            return SQLEntity(
                number: numbers.stored(entity.number), table: table?.name ?? "",
                columns: table?.columns(of: entity) ?? [],
                entityColumns: table?.entityColumns(of: entity) ?? [:],
                joins: joins.joins(of: entity))
        }
        let joinTables = joins.tables
        let places =
            dialect.keepsByTriggers
            ? SQLPlaceIndexBuilder(layout: layout, entities: entities).indexes(&names) : []
        let indexes =
            tables.flatMap(\.indexStatements) + joinTables.map(\.createIndexStatement)
            + SQLIndexBuilder(layout: layout, entities: entities, dialect: dialect).statements
        return SQLSchema(
            layout: layout, numbers: numbers, entities: entities, tables: tables.map(\.table),
            joinTables: joinTables, indexes: indexes.uniquelyNamed(&names), placeIndexes: places,
            triggers: dialect.keepsByTriggers
                ? SQLTriggerBuilder(layout: layout, entities: entities).statements : [],
            dialect: dialect)
    }

    /// Gives a model's entities the tables of a dialect, numbered as the model does it.
    ///
    /// - Throws: `PersistenceError.misuse` if a name of the model cannot stand in SQL.
    package static func make(_ layout: ModelLayout, for dialect: SQLDialect) throws -> SQLSchema {
        try make(layout, numbers: .same, dialect: dialect)
    }

    /// The names of the tables that every store has, and of the indexes of a history, which may come later.
    private static let reservedNames: Set<String> = [
        "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "Z_TRANSACTION_TRANSACTIONAUTHORINDEX",
        "Z_TRANSACTION_TRANSACTIONTIMESTAMPINDEX", "Z_TRANSACTIONSTRING_UNIQUE_NAME",
    ]

    private static func checkNames(of entity: EntityLayout) throws {
        for name in [entity.name] + entity.slots.map(\.name) {
            let fits =
                !name.isEmpty
                && name.unicodeScalars.allSatisfy { $0.fitsSQLName || $0 == "." }
            guard fits else {
                throw PersistenceError.misuse(
                    "The model's entity “\(entity.name)” has a name that cannot be a column’s: "
                        + "“\(name)”")
            }
        }
    }
}
