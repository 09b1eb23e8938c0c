public import ObjectModel

/// The tables and columns of a model's entities, in Core Data's layout.
package struct SQLSchema: Sendable {
    package let layout: ModelLayout
    /// The store's numbers of the entities.
    let numbers: StoredEntityNumbers
    /// The entity with number n is at index n − 1.
    package let entities: [SQLEntity]
    /// The tables of the root entities, ordered by number.
    package let tables: [SQLTable]
    /// The join tables of many-to-many relationships, by name.
    package let joinTables: [SQLJoinTable]
    /// The statements that create the indexes.
    package let indexes: [String]
    /// The R-trees, which triggers maintain.
    let rTreeIndexes: [RTreeIndex]
    /// The statements that create the triggers of derived attributes.
    let triggers: [String]
    var dialect = SQLDialect.sqlite

    package subscript(entity: EntityLayout) -> SQLEntity { entities[entity.number - 1] }
}

extension SQLSchema {
    /// A schema with the model's numbers and without a reference to its layout, which keeps it.
    struct Kept: Sendable {
        private let entities: [SQLEntity]
        private let tables: [SQLTable]
        private let joinTables: [SQLJoinTable]
        private let indexes: [String]
        private let rTreeIndexes: [RTreeIndex]
        private let triggers: [String]

        init(_ schema: SQLSchema) {
            entities = schema.entities
            tables = schema.tables
            joinTables = schema.joinTables
            indexes = schema.indexes
            rTreeIndexes = schema.rTreeIndexes
            triggers = schema.triggers
        }

        func schema(of layout: ModelLayout) -> SQLSchema {
            SQLSchema(
                layout: layout, numbers: .same, entities: entities, tables: tables,
                joinTables: joinTables, indexes: indexes, rTreeIndexes: rTreeIndexes,
                triggers: triggers)
        }
    }
}

/// The columns of one entity.
package struct SQLEntity: Sendable {
    /// The store's number of the entity.
    package let number: Int
    /// The table of the root entity: `ZITEM`.
    package let table: String
    /// The columns by value number: of attributes, to-one relationships and, after the slots,
    /// positions in ordered relationships. Nil for values without a column.
    package let columns: [String?]
    /// By slot number, the column for the entity number of a to-one relationship's destination
    /// (`Z1_BOOK`), if the destination has subentities.
    package let entityColumns: [Int: String]
    /// The join tables of many-to-many relationships, by slot number.
    package let joins: [Int: SQLJoin]
}

package struct SQLTable: Sendable, Hashable {
    package let name: String
    /// The columns after `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of their creation.
    package let columns: [SQLColumn]
    var dialect = SQLDialect.sqlite

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

package struct SQLColumn: Sendable, Hashable {
    package let name: String
    /// The declared type, which decides how SQLite converts numbers.
    package let type: String
}

/// The join table of a many-to-many relationship, from one of its ends.
package struct SQLJoin: Sendable, Hashable {
    package let table: String
    /// The column of this end's key.
    package let sourceColumn: String
    /// The column of the destination's key.
    package let destinationColumn: String
    /// The column of the destination's position in this end's order; nil if it has none.
    package let orderColumn: String?
    /// The column of this end's position in the destination's order; nil if it has none.
    package let inverseOrderColumn: String?
    /// Whether the relationship is its own inverse, so that each pair is stored both ways.
    package var isSymmetric = false
}

package struct SQLJoinTable: Sendable, Hashable {
    package let name: String
    package let keyColumns: [String]
    /// The columns of positions in ordered relationships.
    package let orderColumns: [String]
    var dialect = SQLDialect.sqlite

    var createStatement: String {
        let columns = (keyColumns + orderColumns).map { "\($0) \(dialect.keyType)" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(keyColumns.joined(separator: ", "))) )"
    }

    /// The index for the inverse direction.
    var createIndexStatement: String {
        "CREATE INDEX \(name)_\(keyColumns[1])_INDEX ON \(name) "
            + "(\(keyColumns[1]), \(keyColumns[0]))"
    }
}

extension SQLSchema {
    /// Lays out a model's tables, columns and indexes with Core Data's names and order.
    ///
    /// The layout caches the result for stores that this library made.
    ///
    /// - Parameters:
    ///   - numbers: the store's entity numbers. Default: those of the model.
    ///   - dialect: the dialect of the statements. Default: SQLite.
    /// - Throws: `PersistenceError.misuse` if a name in the model is not allowed in SQL.
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
        let rTrees =
            dialect.keepsByTriggers
            ? RTreeIndexBuilder(layout: layout, entities: entities).indexes(&names) : []
        let indexes =
            tables.flatMap(\.indexStatements) + joinTables.map(\.createIndexStatement)
            + SQLIndexBuilder(layout: layout, entities: entities, dialect: dialect).statements
        return SQLSchema(
            layout: layout, numbers: numbers, entities: entities, tables: tables.map(\.table),
            joinTables: joinTables, indexes: indexes.uniquelyNamed(&names), rTreeIndexes: rTrees,
            triggers: dialect.keepsByTriggers
                ? SQLTriggerBuilder(layout: layout, entities: entities).statements : [],
            dialect: dialect)
    }

    /// Lays out a model's tables for a dialect, with the model's entity numbers.
    ///
    /// - Throws: `PersistenceError.misuse` if a name in the model is not allowed in SQL.
    package static func make(_ layout: ModelLayout, for dialect: SQLDialect) throws -> SQLSchema {
        try make(layout, numbers: .same, dialect: dialect)
    }

    /// The tables of every store, and the indexes of a history, which may be added later.
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

extension SQLSchema {
    /// The statements that create tables, indexes and triggers, in order.
    package var createStatements: [String] {
        tables.map(\.createStatement) + joinTables.map(\.createStatement) + indexes
            + rTreeIndexes.map(\.createStatement) + rTreeIndexes.flatMap(\.triggers) + triggers
            + bookkeepingStatements
    }

    package var entityStatements: [String] {
        layout.entities.map {
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                + "VALUES (\($0.number), '\($0.name)', \($0.superNumber), 0)"
        }
    }

    private var bookkeepingStatements: [String] {
        let (entity, bytes) = (dialect.entityType, dialect.bytesType)
        return [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT \(entity) PRIMARY KEY, Z_NAME \(dialect.textType), "
                + "Z_SUPER \(entity), Z_MAX \(dialect.keyType))",
            "CREATE TABLE Z_METADATA "
                + "(Z_VERSION \(entity) PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST \(bytes))",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT \(bytes))",
        ]
    }
}

extension SQLSchema {
    /// The error for two rows with the same values in some columns, in terms of the model; nil for
    /// other tables.
    func conflict(over columns: [String], of table: String) -> PersistenceError? {
        let entities = layout.entities.filter { self[$0].table == table }
        if columns == ["Z_PK"], let root = entities.first { return .takenID(of: root) }
        for entity in entities {
            for properties in entity.description.uniquenessConstraints
            where properties.map({ column(of: $0, entity) }) == columns {
                return .constraintConflict(entity: entity.name, properties: properties)
            }
        }
        // The constraint may exist only in another program's model.
        for entity in entities {
            let properties = columns.compactMap { column in
                entity.slots.first { self[entity].columns[$0.number] == column }?.name
            }
            if properties.count == columns.count {
                return .constraintConflict(entity: entity.name, properties: properties)
            }
        }
        return nil
    }

    private func column(of property: String, _ entity: EntityLayout) -> String? {
        entity.slot(named: property).flatMap { self[entity].columns[$0.number] }
    }
}

extension PersistenceError {
    /// A new object has the ID of a deleted record that another process has used since.
    package static func takenID(of entity: EntityLayout) -> PersistenceError {
        .misuse("A new \(entity.name) has the ID of a record that is there already")
    }
}

/// The SQL of a store in Core Data's layout.
public enum StoreSQL {
    /// The SQL that creates a store for a model: its tables and indexes, and the rows of
    /// `Z_PRIMARYKEY`.
    ///
    /// - Throws: `PersistenceError` if the model cannot be laid out.
    public static func allSQL(for model: ManagedObjectModel) throws -> [String] {
        let schema = try SQLSchema.make(try ModelLayout(model))
        return schema.createStatements + schema.entityStatements
    }

    /// The name of the index or trigger that a statement creates.
    static func name(madeBy statement: String) -> String? {
        // The name is one of the first words.
        let words = statement.split(separator: " ", maxSplits: 8)
        let name = words.drop { $0 != "INDEX" && $0 != "TRIGGER" }.dropFirst()
        return name.first { !["IF", "NOT", "EXISTS"].contains($0) }.map(String.init)
    }

    /// A statement that creates an index or trigger, without the name.
    static func definition(in statement: String) -> String {
        name(madeBy: statement).map { statement.replacing($0, with: "", maxReplacements: 1) }
            ?? statement
    }
}
