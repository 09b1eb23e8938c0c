extension SQLiteSession {
    func presentGroupSums() throws -> [SQLGroupSums] {
        try groupSums.parts(
            of: store.groupSums, connection, StoredGroupSums(connection: connection).present)
    }

    /// Adds up rows where there are many, and counts again where another program has made sums
    /// unknown.
    func updateGroupSums() throws {
        for sums in try presentGroupSums() {
            let isKnown = try connection.integer(sums.isKnownStatement) == 1
            let areMany = try connection.integer(sums.areManyStatement) == 1
            guard !isKnown || areMany else { continue }
            let last = try connection.integer(sums.lastStatement) ?? 0
            try (isKnown ? sums.sumStatements(last) : sums.countStatements(last))
                .forEach(connection.executeOnce)
        }
    }

    /// One message for each wrong sum. Unknown sums are left to the next save.
    func faultsOfGroupSums() throws -> [String] {
        try presentGroupSums().filter { sums in
            try connection.integer(sums.isKnownStatement) == 1
                && connection.integer(sums.differingStatement) == 1
        }.map(\.fault)
    }
}
