/// The conversion of a store's history to another version of its model.
///
/// Transactions, and so the tokens of their readers, stay the same.
package struct HistoryTransfer {
    /// The conversion of an entity's changes. Changes of entities without a mapping are deleted.
    package struct EntityHistoryMapping {
        package var source: Int
        package var destination: Int
        /// The number to add to the keys of records.
        package var keyOffset: Int64
        /// Whether the bits of changed properties keep their meaning.
        package var keepsColumns: Bool
    }

    package var mappings: [EntityHistoryMapping]

    /// The statements that convert the history.
    ///
    /// - Parameter table: the table of the changes.
    package func statements(for table: String = "ACHANGE") -> [String] {
        guard !mappings.isEmpty else { return ["DELETE FROM \(table)"] }
        let known = Self.list(mappings)
        return ["DELETE FROM \(table) WHERE ZENTITY NOT IN (\(known)) OR ZENTITY IS NULL"]
            + columnStatements(table) + numberStatements(table)
    }

    /// Clears the changed properties where their bits would mean others.
    private func columnStatements(_ table: String) -> [String] {
        let changed = mappings.filter { !$0.keepsColumns }
        guard !changed.isEmpty else { return [] }
        return [
            "UPDATE \(table) SET ZCOLUMNS = NULL "
                + "WHERE ZENTITY IN (\(Self.list(changed))) AND ZCOLUMNS IS NOT NULL"
        ]
    }

    /// Renumbers entities and records in one statement, because a new number may be another
    /// entity's old one.
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

/// Finds out how a migration of a store converts a history that is kept elsewhere: it writes one
/// change of each entity before the migration, and looks for them afterwards.
///
/// So the conversion is the same as that of a history in SQLite, whatever steps the migration
/// takes.
package struct HistoryTrace {
    package enum Outcome {
        /// The changes were converted.
        ///
        /// - Parameter isContinued: whether handlers of stages saved changes that only the store's
        ///   own transactions record.
        case carried(HistoryTransfer, isContinued: Bool)
        /// The history starts over, because records may have other keys.
        case startedAnew
    }

    /// The number of the traces' transaction, which no other transaction or token has.
    private static let transaction = -1

    private let path: String

    /// - Parameter path: a store in SQLite without a history, which is not open.
    package init(inStoreAt path: String) {
        self.path = path
    }

    /// Creates a history with a change of each entity.
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

    /// What the migration did with the traces.
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
