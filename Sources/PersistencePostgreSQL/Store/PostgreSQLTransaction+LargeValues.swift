import Persistence

/// Large values of records that change. A statement would take each as one parameter, of which libpq makes a
/// copy: they are copied into a table of the connection's own piece by piece, and the server takes them from
/// there.
extension PostgreSQLTransaction {
    /// Sends the large values of rows ahead.
    ///
    /// - Parameter rows: the rows, and the numbers of the values that are written.
    /// - Returns: under which number each value is kept until the transaction ends, by the places of the rows
    ///   and the numbers of the values; nothing for rows without any.
    func stage(_ rows: [(RowSnapshot, [Int])]) throws -> [Int: [Int: Int64]] {
        var staged: [Int: [Int: Int64]] = [:]
        for (place, (row, numbers)) in rows.enumerated() {
            for number in numbers where row.hasLargeData(number) {
                stagedCount += 1
                staged[place, default: [:]][number] = stagedCount
            }
        }
        guard !staged.isEmpty else { return staged }
        let connection = try connection
        try StagedValues.makeTable(connection)
        try connection.copyIn(StagedValues.copyStatement) { writer in
            for (place, values) in staged.sorted(by: { $0.key < $1.key }) {
                for (number, kept) in values {
                    parameters.reset()
                    parameters.append(kept)
                    try parameters.append(rows[place].0[number], as: .binary)
                    try writer.write(parameters)
                }
            }
        }
        // Its memory may hold the last one.
        parameters.reset()
        return staged
    }
}

/// The table of values that were sent ahead of the statements that write them.
enum StagedValues {
    private static let table = SQLDialect.stagingTable

    fileprivate static let copyStatement = "COPY \(table) (n, v) FROM STDIN (FORMAT binary)"

    /// Makes the table, which a connection has from the first transaction on that needs it and ends well.
    fileprivate static func makeTable(_ connection: ServerConnection) throws {
        guard try connection.run("SELECT to_regclass('\(table)') IS NULL")[0].boolean(0) else {
            return
        }
        // To try to make them smaller would be in vain mostly.
        try connection.execute(
            "CREATE TEMP TABLE z_large_value (n bigint, v bytea) ON COMMIT DELETE ROWS; "
                + "ALTER TABLE \(table) ALTER COLUMN v SET STORAGE EXTERNAL")
    }
}

extension RowSnapshot {
    /// Whether a value is data that is sent in pieces.
    func hasLargeData(_ number: Int) -> Bool {
        guard case .data(let data) = self[number] else { return false }
        return data.count >= StatementParameters.largeLength
    }
}
