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
        refuseDerivedNumbersOutOfRange()
        connection.triggeredChanges.isRecording = true
        defer {
            self.transaction = nil
            connection.triggeredChanges.isRecording = false
            _ = connection.triggeredChanges.takeAll()
        }
        let result: T
        do {
            // From here on no one else writes: whatever others have written is before this transaction.
            if store.others.areLookedFor { noticeOthers() }
            try noticeSchema()
            transaction.history = history.map { _ in PendingHistory() }
            transaction.keepsSortKeys = try presentSortKeys().count == store.sortKeys.count
            result = try body(transaction)
            try transaction.prepareCommit()
            try connection.commit()
            connection.hasRunSinceLook = false
        } catch {
            connection.rollBack()
            transaction.didRollBack()
            // If there is no other one to be had, this connection goes on telling what failed.
            try? replaceFailedConnection()
            throw error
        }
        transaction.didCommit()
        return result
    }

    /// Runs a closure in one transaction that only reads.
    ///
    /// - Parameter isShared: whether others may have changed the store's schema.
    func readingOneState<T>(
        isShared: () -> Bool, _ body: (SQLiteSession) throws -> T
    ) throws -> T {
        try connection.execute("BEGIN")
        knownAnswers = [:]
        let result: Result<T, any Error>
        do {
            let wasShared = isShared()
            if wasShared { try noticeSchema() }
            result = Result { try body(self) }
            // The first read decides which state is seen. Who came before it may have migrated the
            // store, and then neither what was read nor an error means anything.
            if !wasShared, isShared() { try noticeSchema() }
            _ = try result.get()
        } catch {
            connection.rollBack()
            throw error
        }
        try connection.commit()
        return try result.get()
    }

    /// Runs a closure that may write. Its transactions look for themselves whether others have
    /// changed the store's schema, but what it reads outside of them is of whatever state the store
    /// has at that moment.
    ///
    /// - Parameter isShared: whether others may have changed the store's schema.
    func noticingMigrations<T>(
        isShared: () -> Bool, _ body: (SQLiteSession) throws -> T
    ) throws -> T {
        if isShared() { try noticeSchema() }
        knownAnswers = [:]
        connection.hasRunSinceLook = false
        let result = Result { try body(self) }
        // Neither what was read of a migrated store nor an error means anything. A save that ended
        // before it is whole, and nothing is thrown if it was the last.
        if connection.hasRunSinceLook, isShared() { try noticeSchema() }
        return try result.get()
    }

    /// Looks whether others have written the file since this was last looked at, for those who keep something
    /// of it.
    func noticeOthers() {
        // Changes that cannot be seen now are noticed once they can. A read or write until then throws the cause.
        if (try? connection.noticesOthers()) == true { store.others.record() }
    }

    /// Looks whether others have changed the store's schema: by a migration, or by beginning a
    /// history.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if it is a store of another model now, `storeReplaced` if
    ///   another file has taken the place of the store's.
    func noticeSchema() throws {
        if let file = store.file, FileNumber(path: store.path) != file {
            throw PersistenceError.storeReplaced(path: store.path)
        }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        guard version != knownSchema.version else { return }
        let catalog = try store.checkedCatalog(connection)
        knownSchema = KnownSchema(version: version, history: HistoryTables(catalog))
    }
}
