import Foundation
import Persistence

/// The sort keys of a store, in columns that saves write. Triggers record rows that others change.
struct PostgreSQLStoredSortKeys {
    fileprivate static let changeTable = "SORTKEY_NOTED"

    let connection: ServerConnection
    let keys: [SQLSortKeys]

    init(_ connection: ServerConnection, _ schema: SQLSchema) {
        self.connection = connection
        keys = schema.sortKeys
    }

    /// The tables that belong to the sort keys.
    static let tables = [changeTable]

    private static let changeTableStatement =
        "CREATE TABLE IF NOT EXISTS \(changeTable) (ZCUT integer NOT NULL DEFAULT 0, "
        + "ZTABLE text COLLATE \"C\" NOT NULL, Z_PK bigint NOT NULL, "
        + "PRIMARY KEY (ZCUT, ZTABLE, Z_PK))"

    // MARK: - Making

    /// Makes the sort keys in a store that has no records yet.
    func make() throws {
        guard !keys.isEmpty else { return }
        let statements =
            [Self.changeTableStatement, ChangeTriggers.functionStatement]
            + keys.flatMap(\.triggers).map(\.statement)
        for statement in statements { try connection.execute(statement) }
    }

    /// Makes the sort keys that are missing or of another version.
    ///
    /// - Parameters:
    ///   - isReadOnly: whether nothing may be made.
    ///   - progress: receives the progress, from 0 to 1.
    ///   - willMake: called before.
    /// - Returns: whether the store has all of them, and the role may use them.
    func align(
        isReadOnly: Bool, progress: ((Double) -> Void)?, willMake: () throws -> Void
    ) throws -> Bool {
        let triggers = ChangeTriggers(connection: connection)
        let present = try triggers.present(into: Self.changeTable)
        let wanted = Set(keys.flatMap(\.triggers).map(\.name))
        if Set(present.map(\.name)) == wanted {
            return try !wanted.isEmpty && triggers.mayRead([Self.changeTable])
        }
        guard !isReadOnly else { return false }
        try willMake()
        try triggers.drop(present)
        if !keys.isEmpty {
            try connection.execute(Self.changeTableStatement)
            try connection.execute(ChangeTriggers.functionStatement)
        }
        try forEachTable(
            keys, count: { try connection.count($0.table) }, reportingTo: progress, make)
        return !keys.isEmpty
    }

    private func make(_ keys: SQLSortKeys, _ report: (Int) -> Void) throws {
        try connection.execute("LOCK TABLE \(keys.table) IN SHARE ROW EXCLUSIVE MODE")
        try connection.execute("DELETE FROM \(Self.changeTable) WHERE ZTABLE = '\(keys.table)'")
        try connection.forEachPortion(of: keys.selection, report) { rows in
            try connection.pipelined { try write(keys, rows, $0) }
        }
        for trigger in keys.triggers { try connection.execute(trigger.statement) }
    }

    /// Sends the keys of rows, and records rows whose keys are cut.
    private func write(
        _ keys: SQLSortKeys, _ rows: ServerResult, _ pipeline: ServerConnection.StatementPipeline
    ) throws {
        let parameters = StatementParameters()
        for row in rows.rows {
            let made = keys.pairs.indices.map { row.sortKey(ofText: Int32($0 + 1)) }
            parameters.reset()
            for key in made {
                if let key { parameters.append(key) } else { parameters.appendNull(.bytes) }
            }
            parameters.append(row.integer(0))
            try pipeline.send(keys.update, parameters)
            guard made.contains(where: { $0.map(\.count) == TextSortKey.maximumLength }) else {
                continue
            }
            parameters.reset()
            parameters.append(row.integer(0))
            try pipeline.send(
                "INSERT INTO \(Self.changeTable) (ZCUT, ZTABLE, Z_PK) VALUES (1, '\(keys.table)', $1) ON CONFLICT DO NOTHING",
                parameters)
        }
    }

    // MARK: - Keeping

    /// The condition that any row is recorded.
    static let isAnyChanged = "EXISTS (SELECT 1 FROM \(changeTable))"
    /// Queries whether rows of a table are recorded as outdated, and as cut.
    static let stateStatement =
        "SELECT EXISTS (SELECT 1 FROM \(changeTable) WHERE ZCUT = 0 AND ZTABLE = $1), "
        + "EXISTS (SELECT 1 FROM \(changeTable) WHERE ZCUT = 1 AND ZTABLE = $1)"

    /// Makes the keys of all recorded rows.
    func update() throws {
        for keys in keys {
            let changed =
                "SELECT Z_PK FROM \(Self.changeTable) WHERE ZCUT = 0 AND ZTABLE = '\(keys.table)'"
            let none = StatementParameters(capacity: 8)
            let rows = try connection.run("\(keys.selection) WHERE Z_PK IN (\(changed))", none)
            try connection.pipelined { pipeline in
                // Writing the rows records them again; those that are cut are recorded after that.
                try pipeline.send(
                    "DELETE FROM \(Self.changeTable) WHERE ZCUT = 1 AND ZTABLE = '\(keys.table)' "
                        + "AND Z_PK IN (\(changed))", none)
                try write(keys, rows, pipeline)
                try pipeline.send(
                    "DELETE FROM \(Self.changeTable) WHERE ZCUT = 0 AND ZTABLE = '\(keys.table)'",
                    none)
            }
        }
    }

    /// The rows whose keys do not match their texts, a sentence each.
    func faults() throws -> [String] {
        var faults: [String] = []
        for keys in keys {
            let columns = keys.pairs.map { "\($0.text), \($0.key)" }.joined(separator: ", ")
            let sql =
                "SELECT Z_PK, \(columns) FROM \(keys.table) WHERE Z_PK NOT IN (SELECT Z_PK "
                + "FROM \(Self.changeTable) WHERE ZCUT = 0 AND ZTABLE = '\(keys.table)') ORDER BY Z_PK"
            try connection.visit(sql, StatementParameters(capacity: 8)) { row in
                for (index, pair) in keys.pairs.enumerated() {
                    let (text, key) = (Int32(2 * index + 1), Int32(2 * index + 2))
                    guard row.sortKey(ofText: text) != (row.isNull(key) ? nil : row.data(key))
                    else { continue }
                    faults.append(keys.fault(pair, row.integer(0)))
                }
            }
        }
        return faults
    }
}

extension SQLSortKeys {
    /// The query for the rows with their texts.
    fileprivate var selection: String {
        "SELECT Z_PK, \(pairs.map(\.text).joined(separator: ", ")) FROM \(table)"
    }

    /// The statement that writes the keys of a row, whose own key is the last parameter.
    fileprivate var update: String {
        let values = pairs.enumerated().map { "\($1.key) = $\($0 + 1)" }
        return "UPDATE \(table) SET \(values.joined(separator: ", ")) "
            + "WHERE Z_PK = $\(pairs.count + 1)"
    }

    /// The triggers that record rows. Their names contain a hash of their definition.
    fileprivate var triggers: [ChangeTriggers.Trigger] {
        let limit = TextSortKey.maximumLength
        let isNew = pairs.map {
            "NEW.\($0.text) IS NOT NULL AND NEW.\($0.key) IS NULL "
                + "OR octet_length(NEW.\($0.key)) >= \(limit)"
        }
        let wasCut = pairs.map { "octet_length(OLD.\($0.key)) >= \(limit)" }
        let isChanged = pairs.map {
            "(OLD.\($0.text) IS DISTINCT FROM NEW.\($0.text)) "
                + "<> (OLD.\($0.key) IS DISTINCT FROM NEW.\($0.key))"
        }
        return [
            trigger("INSERT", isNew),
            trigger("UPDATE", ["OLD.Z_PK <> NEW.Z_PK"] + isNew + isChanged + wasCut),
            trigger("DELETE", wasCut),
        ]
    }

    private func trigger(_ event: String, _ conditions: [String]) -> ChangeTriggers.Trigger {
        ChangeTriggers.Trigger(
            on: table, event, into: PostgreSQLStoredSortKeys.changeTable,
            when: conditions.joined(separator: " OR "), version: "\(TextSortKey.version)")
    }
}

extension PostgreSQLRow {
    /// The key for the text in a column.
    fileprivate func sortKey(ofText column: Int32) -> Data? {
        guard !isNull(column), case .data(let key) = TextSortKey.stored(of: .string(string(column)))
        else { return nil }
        return key
    }
}

extension PostgreSQLSession {
    /// Whether the sort keys of a table are complete and up to date; nil if the store keeps none.
    func stateOfSortKeys(in table: String) throws -> SortKeyState? {
        guard contents.keepsSortKeys else { return nil }
        if let known = knownSortKeys[table] { return known }
        let parameters = StatementParameters()
        parameters.append(table)
        let answer = try begun().run(PostgreSQLStoredSortKeys.stateStatement, parameters)[0]
        let state: SortKeyState =
            answer.boolean(0) ? .outOfDate : answer.boolean(1) ? .cut : .ordered
        // A writer may record rows at any time.
        if !canWrite { knownSortKeys[table] = state }
        return state
    }
}
