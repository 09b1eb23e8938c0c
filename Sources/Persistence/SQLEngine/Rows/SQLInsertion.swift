/// The statements that add a record whose values are the parameters, in the order of its columns. The
/// key comes first.
struct SQLInsertion {
    let table: String
    let columns: [String]
    let dialect: SQLDialect
    /// The columns whose values were sent ahead: their parameters are the numbers there.
    var staged: Set<String> = []

    /// Adds the record.
    var plain: String { dialect.text("\(beginning) VALUES (\(marks))") }

    /// Adds the records that follow, in PostgreSQL.
    var copy: String { "COPY \(table) (\(list)) FROM STDIN (FORMAT binary)" }

    /// Adds the record, unless there is one with its unique values. Returns the key of the one that was
    /// written.
    var keeping: String { "\(plain) ON CONFLICT DO NOTHING RETURNING Z_PK" }

    /// Adds the record, or hands values over to the one that has its unique values. Returns the key of
    /// the one that was written.
    ///
    /// - Parameters:
    ///   - taken: the columns of the values that are handed over.
    ///   - constraints: the columns of each uniqueness constraint by which they are, the one that counts
    ///     first in front.
    func merging(_ taken: [String], by constraints: [[String]]) -> String {
        switch (dialect, constraints.count) {
        case (.sqlite, _): updating(taken)
        case (.postgreSQL, 0): keeping
        case (.postgreSQL, 1): updating(taken, by: constraints[0])
        case (.postgreSQL, _): searching(constraints, taking: taken)
        }
    }

    /// - Parameter constraint: what is met; nil for any constraint, which only SQLite knows.
    private func updating(_ taken: [String], by constraint: [String]? = nil) -> String {
        let target = constraint.map { " (\($0.joined(separator: ", ")))" } ?? ""
        let values = taken.map { "\($0) = excluded.\($0)" }
        return "\(plain) ON CONFLICT\(target) DO UPDATE SET \(assignments(values)) RETURNING Z_PK"
    }

    /// ON CONFLICT updates by one constraint only: among several, the record that is there is looked for
    /// in the same statement. One that the transaction does not see yet, because somebody else has added
    /// it meanwhile, is met by the insertion, which tells that the two collide instead of doing nothing.
    private func searching(_ constraints: [[String]], taking taken: [String]) -> String {
        let searches = constraints.enumerated().map { place, columns in
            "SELECT Z_PK, \(place) AS place FROM \(table) WHERE "
                + columns.map { "\($0) = \(parameter($0))" }.joined(separator: " AND ")
        }
        let values = taken.map { "\($0) = \(parameter($0))" }
        return "WITH met AS (SELECT Z_PK FROM ("
            + searches.joined(separator: " UNION ALL ") + ") AS found ORDER BY place LIMIT 1), "
            + "changed AS (UPDATE \(table) SET \(assignments(values)) FROM met "
            + "WHERE \(table).Z_PK = met.Z_PK RETURNING \(table).Z_PK), "
            + "added AS (\(dialect.text("\(beginning) SELECT \(marks)")) "
            + "WHERE NOT EXISTS (SELECT 1 FROM met) ON CONFLICT DO NOTHING RETURNING Z_PK) "
            + "SELECT Z_PK FROM changed UNION ALL SELECT Z_PK FROM added"
    }

    private var beginning: String { "INSERT INTO \(table) (\(list))" }
    private var list: String { columns.joined(separator: ", ") }
    private var marks: String { columns.map { marked($0, "?") }.joined(separator: ", ") }

    /// The parameter of a column's value.
    private func parameter(_ column: String) -> String {
        guard let place = columns.firstIndex(of: column) else { return "NULL" }
        return marked(column, dialect.parameter(place + 1))
    }

    private func marked(_ column: String, _ mark: String) -> String {
        staged.contains(column) ? dialect.staged(mark) : mark
    }

    private func assignments(_ values: [String]) -> String {
        (["Z_OPT = \(table).Z_OPT + 1"] + values).joined(separator: ", ")
    }
}
