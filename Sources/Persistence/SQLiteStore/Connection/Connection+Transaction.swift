extension Connection {
    /// How a transaction begins.
    enum TransactionStart: String {
        /// Others may read meanwhile.
        case immediate = "BEGIN IMMEDIATE"
        /// Nobody else has the database meanwhile, unless it has a log.
        case exclusive = "BEGIN EXCLUSIVE"
    }

    /// Runs a closure in a transaction: what it writes is there afterwards as a whole or, if it
    /// throws, not at all.
    func transaction<T>(_ start: TransactionStart = .immediate, _ body: () throws -> T) throws -> T
    {
        try executeOnce(start.rawValue)
        do {
            let result = try body()
            try executeOnce("COMMIT")
            return result
        } catch {
            if isInTransaction { try executeOnce("ROLLBACK") }
            throw error
        }
    }
}
