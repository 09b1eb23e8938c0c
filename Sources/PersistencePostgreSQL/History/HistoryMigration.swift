import Persistence

/// Converts the history of a store to its next model version. The history tables stay while new
/// ones replace the record tables, and are changed on the server.
struct HistoryMigration {
    private let connection: ServerConnection
    private let old: ModelLayout
    private let new: ModelLayout
    private let columns: HistoryTables
    /// The greatest number of a deleted transaction.
    private let forgotten: Int64
    /// The tables of changes and transactions, qualified, since names lead to other tables later.
    private let changes: String
    private let transactions: String
    private let steps: [HistoryStep]

    /// - Parameters:
    ///   - connection: a connection whose names lead to the store in its older version.
    ///   - old: the older version.
    ///   - new: the newer version.
    ///   - columns: the history that the store keeps.
    ///   - steps: the steps of the migration for the history.
    init(
        over connection: ServerConnection, from old: ModelLayout, to new: ModelLayout,
        _ columns: HistoryTables, _ steps: [HistoryStep]
    ) throws {
        self.connection = connection
        self.old = old
        self.new = new
        self.columns = columns
        self.steps = steps
        let answer = try connection.runOnce(
            "SELECT COALESCE(MAX(Z_MAX), 0), quote_ident(current_schema()) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        forgotten = answer[0].integer(0)
        let schemaName = answer[0].string(1)
        (changes, transactions) = ("\(schemaName).ACHANGE", "\(schemaName).ATRANSACTION")
    }

    /// Converts the history while others still read the old one, and registers it in the tables of
    /// the newer version.
    func run() throws {
        if isRestarted {
            try connection.runOnce("DELETE FROM \(changes)")
            try connection.runOnce("DELETE FROM \(transactions)")
        } else if let transfer {
            for statement in transfer.statements(for: changes) {
                try connection.runOnce(statement)
            }
            if columns.missingTombstoneColumns(for: new).isEmpty {
                try movePreservedValues()
            }
        }
        try connection.runOnce(HistoryTables.recordStatement(forgotten: forgotten))
    }

    /// Does the short rest once no transaction reads the older version and names lead to the newer
    /// one.
    func finish() throws {
        let added = columns.missingTombstoneColumns(for: new)
        for column in added {
            try connection.runOnce("ALTER TABLE \(changes) ADD COLUMN \(column) bytea")
        }
        if !added.isEmpty { try movePreservedValues() }
        // Clients have to read everything again if values were saved on the way or keys changed:
        // with an unused number as the last deleted transaction, all their tokens are too old.
        if needsFullRead {
            try connection.runOnce(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = nextval(\(HistoryTables.sequence)) "
                    + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        }
    }

    /// Moves the preserved values of deleted records to the columns of their attributes, whose bytes
    /// must not be read as another type. Of a restarted history nothing is left, and its entities are
    /// those of a version in between.
    private func movePreservedValues() throws {
        guard !isRestarted, let transfer else { return }
        let all = columns.tombstoneColumns + columns.missingTombstoneColumns(for: new)
        let statements = transfer.preservedStatements(for: changes, all) {
            old.entity($0.source).tombstoneKind(at: $1)
                == new.entity($0.destination).tombstoneKind(at: $2)
        }
        for statement in statements { try connection.runOnce(statement) }
    }

    private var isRestarted: Bool {
        steps.contains { if case .restarted = $0 { true } else { false } }
    }

    private var needsFullRead: Bool {
        steps.contains { if case .converted = $0 { false } else { true } }
    }

    /// The conversion by all steps; nil if the records were already those of the newer version.
    private var transfer: HistoryTransfer? {
        steps.reduce(nil) { transfer, step in
            guard case .converted(let next) = step else { return transfer }
            return transfer?.followed(by: next) ?? next
        }
    }
}

extension EntityLayout {
    /// The encoding of the preserved value at an index; nil if none is preserved there.
    fileprivate func tombstoneKind(at index: Int) -> RowPlan.Kind? {
        let slots = preservedSlots
        guard index < slots.count, let attribute = slots[index].attribute else { return nil }
        return switch RowPlan.Kind(attribute) {
        // Integers are read in any width.
        case .int16, .int32, .integer: .integer
        case .binary, .external: .binary
        case let kind: kind
        }
    }
}

/// The history tables with PostgreSQL types. Texts are in `ATRANSACTION` itself, and transactions
/// are numbered in the order of their commits.
extension HistoryTables {
    /// The history of the store that unqualified names lead to; nil if it keeps none.
    init?(of connection: ServerConnection) throws {
        let result = try connection.runOnce(
            "SELECT CAST(column_name AS text) FROM information_schema.columns "
                + "WHERE table_schema = current_schema() AND table_name = 'achange'")
        guard result.rowCount > 0 else { return nil }
        let names = Set(result.rows.map { $0.string(0) })
        self.init(
            tombstoneCount: names.count { $0.hasPrefix("ztombstone") },
            hasAnnotations: names.contains(HistoryTables.annotation.lowercased()))
    }

    /// The names of the tables.
    static let tables = ["ACHANGE", "ATRANSACTION"]

    /// The sequence that numbers the transactions.
    static let sequence = "pg_get_serial_sequence('atransaction', 'z_pk')"

    /// The statements that make the tables.
    var createStatements: [String] {
        let head =
            "(Z_PK bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "
            + "Z_ENT integer, Z_OPT bigint, "
        let text = "text COLLATE \"C\""
        return [
            "CREATE TABLE ATRANSACTION \(head)ZTIMESTAMP timestamptz, ZAUTHOR \(text), "
                + "ZCONTEXTNAME \(text), ZBUNDLEID \(text), ZPROCESSID \(text), ZSTORE \(text))",
            "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP)",
            "CREATE TABLE ACHANGE \(head)ZCHANGETYPE smallint, ZENTITY integer, "
                + "ZENTITYPK bigint, ZTRANSACTIONID bigint, ZCOLUMNS bytea"
                + tombstoneColumns.map { ", \($0) bytea" }.joined()
                + ", \(HistoryTables.annotation) bytea)",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
            Self.recordIndex,
            Self.recordStatement(forgotten: 0),
        ]
    }

    /// The statement that records in the table of entities that there is a history.
    ///
    /// - Parameter number: the greatest number of a deleted transaction.
    static func recordStatement(forgotten number: Int64) -> String {
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
            + "VALUES (\(HistoryTables.Number.transaction), 'TRANSACTION', 0, \(number))"
    }

    /// The statement that creates the index for finding the changes of a record.
    private static let recordIndex =
        "CREATE INDEX IF NOT EXISTS ACHANGE_ZENTITYPK_INDEX ON ACHANGE (ZENTITYPK, ZENTITY)"

    /// The statements that add the annotation columns to a history without them.
    static let annotationStatements = [
        "ALTER TABLE ACHANGE ADD COLUMN IF NOT EXISTS \(HistoryTables.annotation) bytea",
        recordIndex,
    ]
}
