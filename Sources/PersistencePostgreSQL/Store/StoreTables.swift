import ObjectModel
import Persistence

/// The tables of an existing store, under the names that unqualified ones lead to.
struct StoreTables {
    /// The names of the tables; empty if there is no store.
    private(set) var names: [String]
    /// The tables that hold records.
    private let recordTables: [String]
    private let schemaName: String
    private let connection: ServerConnection

    /// - Throws: errors of the server, `PersistenceError.corruptStore`.
    init(of address: ServerAddress, _ connection: ServerConnection) throws {
        self.connection = connection
        let answer = try connection.runOnce(
            "SELECT CAST(tablename AS text), quote_ident(schemaname) FROM pg_tables "
                + "WHERE schemaname = current_schema()")
        let present = Set(answer.rows.map { $0.string(0) })
        schemaName = answer.rowCount > 0 ? answer[0].string(1) : ""
        guard present.contains("z_metadata") else {
            (names, recordTables) = ([], [])
            return
        }
        let schema = try SQLSchema.make(
            ModelLayout(StoreReader(address, connection).model()), for: .postgreSQL)
        let isPresent = { (name: String) in present.contains(ServerName(name).stored) }
        recordTables = schema.tables.map(\.name).filter(isPresent)
        let others =
            schema.joinTables.map(\.name) + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
            + HistoryTables.tables + PostgreSQLStoredSortKeys.tables
            + PostgreSQLStoredTextIndexes.tables(of: schema)
        names = recordTables + others.filter(isPresent)
    }

    private static let changeTables =
        PostgreSQLStoredSortKeys.tables + [PostgreSQLStoredTextIndexes.changeTable]

    /// The same without the tables of the history.
    var withoutHistory: StoreTables {
        var others = self
        others.names.removeAll(where: HistoryTables.tables.contains)
        return others
    }

    func haveRecords() throws -> Bool {
        try recordTables.contains { name in
            try connection.runOnce("SELECT 1 FROM \(schemaName).\(name) LIMIT 1").rowCount > 0
        }
    }

    /// Waits until no other transaction reads or writes the store, and keeps others out until this
    /// one ends. Each transaction locks this table first, and takes no further lock while this one
    /// waits: so the tables can be locked one by one without a deadlock.
    func lock() throws {
        guard !names.isEmpty else { return }
        try connection.execute("LOCK TABLE \(schemaName).Z_METADATA IN ACCESS EXCLUSIVE MODE")
    }

    func drop() throws {
        guard !names.isEmpty else { return }
        try lock()
        let qualified = names.map { "\(schemaName).\($0)" }
        try connection.execute("DROP TABLE \(qualified.joined(separator: ", "))")
        try connection.execute("DROP FUNCTION IF EXISTS \(schemaName).\(ChangeTriggers.function)()")
    }

    func move(to schema: String) throws {
        try lock()
        for name in names {
            try connection.execute("ALTER TABLE \(schemaName).\(name) SET SCHEMA \(schema)")
        }
        if names.contains(where: Self.changeTables.contains) {
            try connection.execute(
                "ALTER FUNCTION \(schemaName).\(ChangeTriggers.function)() SET SCHEMA \(schema)")
        }
    }
}

/// Removes a store, with the schema that its address names unless that holds something else.
struct StoreRemoval {
    private let address: ServerAddress

    init(_ address: String) throws {
        self.address = try ServerAddress(address)
    }

    /// - Throws: `PersistenceError.cannotOpen`; the store stays then.
    func run() throws {
        do {
            let connection = try ServerConnection(address)
            try connection.execute("BEGIN")
            try connection.runOnce(PostgreSQLStoreOpener.lockStatement)
            try StoreTables(of: address, connection).drop()
            if let schema = address.schema, try isEmpty(schema, connection) {
                try connection.execute("DROP SCHEMA IF EXISTS \(schema)")
            }
            try connection.execute("COMMIT")
        } catch let error as PostgreSQLError {
            throw error.cannotOpen(address)
        }
    }

    private func isEmpty(_ schema: String, _ connection: ServerConnection) throws -> Bool {
        let parameters = StatementParameters()
        parameters.append(schema)
        return try connection.runOnce(
            "SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1) LIMIT 1", parameters
        ).rowCount == 0
    }
}

extension SQLSchema {
    /// The statements that create foreign keys.
    ///
    /// They are checked when a transaction ends. A relationship without an inverse, or whose
    /// inverse does nothing when its record is deleted, may lead nowhere and gets none.
    var foreignKeyStatements: [String] {
        layout.entities.flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number }
                .flatMap { statements($0, of: entity) }
        }
    }

    private func statements(_ slot: PropertySlot, of entity: EntityLayout) -> [String] {
        guard slot.relationship != nil, !slot.isTransient, let number = slot.inverseSlot else {
            return []
        }
        let destination = layout.entity(slot.destinationNumber)
        let inverse = destination.slots[number]
        if slot.isToOne {
            guard inverse.relationship?.deleteRule != .noAction, !inverse.isTransient,
                let column = self[entity].columns[slot.number]
            else { return [] }
            return [foreignKey(self[entity].table, column, self[destination].table)]
        }
        guard let join = self[entity].joins[slot.number] else { return [] }
        return [foreignKey(join.table, join.sourceColumn, self[entity].table)]
            + (join.isSymmetric
                ? [foreignKey(join.table, join.destinationColumn, self[entity].table)] : [])
    }

    private func foreignKey(_ table: String, _ column: String, _ destination: String) -> String {
        "ALTER TABLE \(table) ADD FOREIGN KEY (\(column)) REFERENCES \(destination) "
            + "DEFERRABLE INITIALLY DEFERRED"
    }
}
