extension SQLiteSession {
    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        try transaction(keepsJournalsInMemory: false, body)
    }

    func saveTransaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        try transaction(keepsJournalsInMemory: true, body)
    }

    private func transaction<T>(
        keepsJournalsInMemory: Bool, _ body: (any StoreTransaction) throws -> T
    ) throws -> T {
        guard canWrite else {
            throw store.isReadOnly
                ? PersistenceError.readOnly(path: connection.path)
                : PersistenceError.misuse("A session for reading has no transactions")
        }
        if let transaction { return try transaction.join(body) }
        let transaction = SQLiteTransaction(self)
        // The tables of absent entities are temporary, and the settings would drop them.
        let hasJournalsInMemory = keepsJournalsInMemory && schema.absentEntities.isEmpty
        try connection.beginImmediate(keepsJournalsInMemory: hasJournalsInMemory)
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
            // From here on there is no other writer: changes of others are before this transaction.
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
            // If it cannot be replaced, this connection keeps reporting the failure.
            try? replaceFailedConnection()
            throw error
        }
        transaction.didCommit()
        return result
    }

    /// Runs a closure in a read transaction.
    ///
    /// - Parameter isShared: whether others may have changed the store's schema.
    func readingOneState<T>(isShared: () -> Bool, _ body: (SQLiteSession) throws -> T) throws -> T {
        try connection.execute("BEGIN")
        (knownAnswers, knownKeys) = ([:], [:])
        let result: Result<T, any Error>
        do {
            let wasShared = isShared()
            if wasShared { try noticeSchema() }
            result = Result { try body(self) }
            // The first read fixes the visible state. If the store was migrated before, neither
            // results nor errors are valid.
            if !wasShared, isShared() { try noticeSchema() }
            _ = try result.get()
        } catch {
            connection.rollBack()
            throw error
        }
        try connection.commit()
        return try result.get()
    }

    /// Runs a closure that may write. Its transactions check the schema themselves, but reads
    /// outside of them see the state at their time.
    ///
    /// - Parameter isShared: whether others may have changed the store's schema.
    func noticingMigrations<T>(
        isShared: () -> Bool, _ body: (SQLiteSession) throws -> T
    ) throws -> T {
        if isShared() { try noticeSchema() }
        knownAnswers = [:]
        connection.hasRunSinceLook = false
        let result = Result { try body(self) }
        // If the store was migrated, neither results nor errors are valid. Saves before are
        // complete, and nothing is thrown if one came last.
        if connection.hasRunSinceLook, isShared() { try noticeSchema() }
        return try result.get()
    }

    /// Checks for changes of others, for caches.
    func noticeOthers() {
        // Changes that cannot be seen now are found later; reads and writes until then throw the
        // cause.
        if (try? connection.noticesOthers()) == true { store.others.record() }
    }

    /// Checks for changes of the schema by others: a migration, or the beginning of a history.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if the store has another model now, `storeReplaced`
    ///   if another file has replaced the store's.
    func noticeSchema() throws {
        if let file = store.file, FileNumber(path: store.path) != file {
            throw PersistenceError.storeReplaced(path: store.path)
        }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        guard version != knownSchema.version else { return }
        let catalog = try store.checkedCatalog(connection)
        knownSchema = try KnownSchema(
            version: version, history: HistoryTables(catalog), connection)
    }
}
