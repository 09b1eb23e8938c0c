import CSQLite

extension Connection {
    /// How a transaction begins.
    enum TransactionStart: String {
        /// What is read is of one state; others may write meanwhile.
        case deferred = "BEGIN"
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
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends the transaction that is open. If that fails, the connection is not used any more.
    func commit() throws {
        do {
            try execute("COMMIT")
        } catch {
            failureOfEnding = error
            throw error
        }
    }

    /// Takes back the transaction that is open, after an error, which is the one to be told. If that
    /// fails, the connection is not used any more.
    func rollBack() {
        // SQLite rolls back by itself after some errors, a full disk for example.
        guard isInTransaction else { return }
        let sql = "ROLLBACK"
        trace?.record(sql)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK, failureOfEnding == nil {
            failureOfEnding = self.error(code: code, sql: sql)
        }
    }
}
