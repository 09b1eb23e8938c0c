extension SQLiteSession {
    /// The sums that the store keeps now.
    func presentGroupSums() throws -> [SQLGroupSums] {
        try groupSums.parts(
            of: store.groupSums, connection, StoredGroupSums(connection: connection).present)
    }

    /// Adds up what has become many rows, and counts where another program has made sums unknown.
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

    /// The faults of the sums, a sentence each. The next save counts those that are unknown.
    func faultsOfGroupSums() throws -> [String] {
        try presentGroupSums().filter { sums in
            try connection.integer(sums.isKnownStatement) == 1
                && connection.integer(sums.differingStatement) == 1
        }.map(\.fault)
    }
}
