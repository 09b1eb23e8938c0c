/// Compares the sort keys of a store with its texts.
struct SortKeyCheck {
    /// How many records are named.
    private static let greatestCount = 20

    let session: SQLiteSession

    /// What is wrong, a sentence each. The keys of rows that were noted are made by the next save.
    func faults() throws -> [String] {
        try session.presentSortKeys().flatMap { keys in
            try keys.pairs.flatMap { pair in
                try self.keys(keys.differingStatement(pair)).map { keys.fault(pair, $0) }
            }
        }
    }

    private func keys(_ sql: String) throws -> [Int64] {
        let statement = try Statement("\(sql) LIMIT \(Self.greatestCount)", on: session.connection)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }
}
