extension SQLGroupSums: AuxiliaryIndex {
    static func all(of schema: SQLSchema) -> [SQLGroupSums] { schema.groupSums }

    static func owns(_ part: ExistingSchema.Part) -> Bool {
        part.name.hasPrefix(prefix) && part.sql.contains("Z_COUNT")
    }

    func fill(_ connection: Connection, _ report: (Int) -> Void) throws {
        try countStatements(0).forEach(connection.executeOnce)
    }
}

extension SQLiteSession {
    func presentGroupSums() throws -> [SQLGroupSums] {
        try groupSums.present(of: store.groupSums, connection)
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
