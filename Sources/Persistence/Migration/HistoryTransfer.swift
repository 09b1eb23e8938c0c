/// What becomes of the changes that a history tells when a store gets another version of its model.
///
/// Transactions stay as they are, and with them the tokens of whoever follows.
package struct HistoryTransfer {
    /// What becomes of the changes of an entity. Those of entities without a mapping go.
    package struct EntityHistoryMapping {
        /// The number of the entity in the older version.
        package var source: Int
        /// The number of the entity in the newer version.
        package var destination: Int
        /// What is added to the keys of records.
        package var keyOffset: Int64
        /// Whether the bits of changed properties stand for the same ones.
        package var keepsColumns: Bool
    }

    /// The mappings of the older version's entities.
    package var mappings: [EntityHistoryMapping]

    /// The statements that change what the history tells.
    ///
    /// - Parameter table: the table of the changes.
    package func statements(for table: String = "ACHANGE") -> [String] {
        guard !mappings.isEmpty else { return ["DELETE FROM \(table)"] }
        let known = Self.list(mappings)
        return ["DELETE FROM \(table) WHERE ZENTITY NOT IN (\(known)) OR ZENTITY IS NULL"]
            + columnStatements(table) + numberStatements(table)
    }

    /// Forgets which properties were changed where their bits would stand for others.
    private func columnStatements(_ table: String) -> [String] {
        let changed = mappings.filter { !$0.keepsColumns }
        guard !changed.isEmpty else { return [] }
        return [
            "UPDATE \(table) SET ZCOLUMNS = NULL "
                + "WHERE ZENTITY IN (\(Self.list(changed))) AND ZCOLUMNS IS NOT NULL"
        ]
    }

    /// Gives entities and records their newer numbers, in one statement: a newer number may be another
    /// entity's older one.
    private func numberStatements(_ table: String) -> [String] {
        let moved = mappings.filter { $0.source != $0.destination || $0.keyOffset != 0 }
        guard !moved.isEmpty else { return [] }
        let numbers = moved.map { "WHEN \($0.source) THEN \($0.destination)" }
        let offsets = moved.map { "WHEN \($0.source) THEN \($0.keyOffset)" }
        return [
            "UPDATE \(table) SET "
                + "ZENTITYPK = ZENTITYPK + CASE ZENTITY \(offsets.joined(separator: " ")) END, "
                + "ZENTITY = CASE ZENTITY \(numbers.joined(separator: " ")) END "
                + "WHERE ZENTITY IN (\(Self.list(moved)))"
        ]
    }

    private static func list(_ mappings: [EntityHistoryMapping]) -> String {
        mappings.map { String($0.source) }.joined(separator: ", ")
    }
}

/// Finds out what a migration of a store makes of the changes that a history tells, where the history itself
/// is somewhere else: one change of each entity is written into the store before, and looked for
/// afterwards.
///
/// Whatever steps a migration takes, what it does to the history of a store in SQLite is what it says.
package struct HistoryTrace {
    /// What a migration has made of the history.
    package enum Outcome {
        /// The changes were carried over.
        ///
        /// - Parameter isContinued: whether something was saved on the way, by the handlers of stages, that
        ///   no transaction tells of outside of the store.
        case carried(HistoryTransfer, isContinued: Bool)
        /// The history starts anew: records may have other keys.
        case startedAnew
    }

    /// The number of the traces' transaction, which no other one has, and before which no token is.
    private static let transaction = -1

    private let path: String

    /// - Parameter path: a store in SQLite without a history, which nobody has open.
    package init(inStoreAt path: String) {
        self.path = path
    }

    /// Makes a history, with a change of each entity.
    package func leave(_ layout: ModelLayout) throws {
        let connection = try connect()
        _ = try HistoryTables.create(layout, connection)
        try connection.transaction {
            try connection.executeOnce(
                "INSERT INTO ATRANSACTION (Z_PK, Z_ENT) "
                    + "VALUES (\(Self.transaction), \(HistoryTables.Number.transaction))")
            for entity in layout.entities {
                try connection.execute(
                    "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, "
                        + "ZTRANSACTIONID, ZCOLUMNS) VALUES (-\(entity.number), "
                        + "\(HistoryTables.Number.change), "
                        + "\(PersistentHistoryChange.ChangeType.update.rawValue), "
                        + "\(entity.number), 0, \(Self.transaction), x'00')")
            }
        }
    }

    /// What has become of them.
    package func outcome() throws -> Outcome {
        let connection = try connect()
        let own = try connection.integer(
            "SELECT count(*) FROM ATRANSACTION WHERE Z_PK = \(Self.transaction)")
        guard own == 1 else { return .startedAnew }
        let others = try connection.integer("SELECT count(*) FROM ATRANSACTION WHERE Z_PK > 0")
        return .carried(
            HistoryTransfer(mappings: try mappings(connection)), isContinued: others ?? 0 > 0)
    }

    private func mappings(_ connection: Connection) throws -> [HistoryTransfer.EntityHistoryMapping]
    {
        try connection.withStatement(
            "SELECT -Z_PK, ZENTITY, ZENTITYPK, ZCOLUMNS IS NOT NULL FROM ACHANGE WHERE Z_PK < 0 "
                + "ORDER BY 1"
        ) { statement in
            var mappings: [HistoryTransfer.EntityHistoryMapping] = []
            while try statement.step() {
                mappings.append(
                    HistoryTransfer.EntityHistoryMapping(
                        source: Int(statement.integer(0)),
                        destination: Int(statement.integer(1)), keyOffset: statement.integer(2),
                        keepsColumns: statement.integer(3) != 0))
            }
            return mappings
        }
    }

    private func connect() throws -> Connection {
        return try StoreAccess(.existing(path: path)).connect()
    }
}
