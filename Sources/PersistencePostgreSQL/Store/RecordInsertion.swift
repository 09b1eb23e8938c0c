/// The statements that add a record whose values are the parameters, in the order of its columns. The
/// key comes first.
struct RecordInsertion {
    let table: String
    let columns: [String]
    /// The columns whose values were sent ahead: their parameters are the numbers there.
    var staged: Set<String> = []

    /// Adds the record.
    var plain: String { "\(beginning) VALUES (\(marks))" }

    /// Adds the records that follow.
    var copy: String { "COPY \(table) (\(list)) FROM STDIN (FORMAT binary)" }

    /// Adds the record, or hands values over to the one that has its unique values. Returns the key of
    /// the one that was written; none if that stays as it is.
    ///
    /// - Parameters:
    ///   - constraints: the columns of each uniqueness constraint by which values are handed over, the
    ///     one that counts first in front; empty if a record that is there stays as it is.
    ///   - taken: the columns of the values that are handed over.
    func resolving(_ constraints: [[String]], taking taken: [String]) -> String {
        switch constraints.count {
        case 0: "\(plain) ON CONFLICT DO NOTHING RETURNING Z_PK"
        case 1: resolving(constraints[0], taking: taken)
        default: searching(constraints, taking: taken)
        }
    }

    private func resolving(_ constraint: [String], taking taken: [String]) -> String {
        let values = taken.map { "\($0) = excluded.\($0)" }
        return "\(plain) ON CONFLICT (\(constraint.joined(separator: ", "))) DO UPDATE SET "
            + assignments(values) + " RETURNING Z_PK"
    }

    /// ON CONFLICT updates by one constraint only: among several, the record that is there is looked for
    /// in the same statement. One that the transaction does not see yet, because somebody else has added
    /// it meanwhile, is met by the insertion, which tells that the two collide instead of doing nothing.
    private func searching(_ constraints: [[String]], taking taken: [String]) -> String {
        let searches = constraints.enumerated().map { place, columns in
            "SELECT Z_PK, \(place) AS place FROM \(table) WHERE "
                + columns.map { "\($0) = \(mark($0))" }.joined(separator: " AND ")
        }
        let values = taken.map { "\($0) = \(mark($0))" }
        return "WITH met AS (SELECT Z_PK FROM ("
            + searches.joined(separator: " UNION ALL ") + ") AS found ORDER BY place LIMIT 1), "
            + "changed AS (UPDATE \(table) SET \(assignments(values)) FROM met "
            + "WHERE \(table).Z_PK = met.Z_PK RETURNING \(table).Z_PK), "
            + "added AS (\(beginning) SELECT \(marks) WHERE NOT EXISTS (SELECT 1 FROM met) "
            + "ON CONFLICT DO NOTHING RETURNING Z_PK) "
            + "SELECT Z_PK FROM changed UNION ALL SELECT Z_PK FROM added"
    }

    private var beginning: String { "INSERT INTO \(table) (\(list))" }
    private var list: String { columns.joined(separator: ", ") }
    private var marks: String { columns.map(mark).joined(separator: ", ") }

    /// The parameter of a column's value.
    private func mark(_ column: String) -> String {
        guard let place = columns.firstIndex(of: column) else { return "NULL" }
        return staged.contains(column) ? StagedValues.value("$\(place + 1)") : "$\(place + 1)"
    }

    private func assignments(_ values: [String]) -> String {
        (["Z_OPT = \(table).Z_OPT + 1"] + values).joined(separator: ", ")
    }
}
