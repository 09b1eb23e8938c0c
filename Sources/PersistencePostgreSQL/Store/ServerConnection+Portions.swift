extension ServerConnection {
    /// How many rows are read at once.
    static let batchSize = 10_000

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int64 {
        try runOnce("SELECT count(*) FROM \(table)")[0].integer(0)
    }

    /// Reads all rows of a table in the order of their keys, some at a time.
    ///
    /// - Parameters:
    ///   - selection: reads them, the key first.
    ///   - tell: hears how many are done.
    func forEachPortion(
        of selection: String, _ tell: (Int) -> Void, _ body: (ServerResult) throws -> Void
    ) throws {
        var (last, count) = (Int64.min, 0)
        while true {
            let parameters = StatementParameters(capacity: 8)
            parameters.append(last)
            let rows = try run(
                "\(selection) WHERE Z_PK > $1 ORDER BY Z_PK LIMIT \(Self.batchSize)", parameters)
            guard rows.rowCount > 0 else { return }
            try body(rows)
            last = rows[rows.rowCount - 1].integer(0)
            count += rows.rowCount
            tell(count)
        }
    }
}
