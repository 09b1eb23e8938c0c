extension SQLiteSession {
    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        guard canWrite else {
            throw store.isReadOnly
                ? PersistenceError.readOnly(path: connection.path)
                : PersistenceError.misuse("A session for reading has no transactions")
        }
        if let transaction { return try transaction.join(body) }
        let transaction = SQLiteTransaction(self)
        try connection.execute("BEGIN IMMEDIATE")
        self.transaction = transaction
        connection.triggeredChanges.isRecording = true
        defer {
            self.transaction = nil
            connection.triggeredChanges.isRecording = false
            _ = connection.triggeredChanges.takeAll()
        }
        let result: T
        do {
            result = try body(transaction)
            try transaction.prepareCommit()
            try connection.execute("COMMIT")
        } catch {
            throw transaction.rollBack(after: error)
        }
        transaction.didCommit()
        return result
    }
}
