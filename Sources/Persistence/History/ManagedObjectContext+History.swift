public import Foundation

extension ManagedObjectContext {
    /// The transactions that a request selects, store by store, oldest first. Stores without a
    /// history contribute none.
    ///
    /// ```swift
    /// for transaction in try context.fetchHistory(.fetchHistory(after: token)) {
    ///     print(transaction.author ?? "?", transaction.changes.count)
    ///     token = transaction.token
    /// }
    /// ```
    /// The time depends on the number of transactions after the token, not on the length of the
    /// history.
    /// - Throws: `PersistenceError.historyTokenExpired` if transactions after the token were
    ///   deleted: read everything again. `misuse` if no store has a history; errors of the stores.
    public func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        try StoreFetch.checkIsNoLess(request.fetchLimit, "fetchLimit")
        var transactionNumbers = request.transactionNumbers
        let own = localized(request)
        var groups: [[PersistentHistoryTransaction]] = []
        let affected = storeIndices(among: request.affectedStores)
        for index in try storesWithHistory() where affected.contains(index) {
            let (last, group) = try withSession(of: index) { session in
                (try session.lastHistoryNumber(), try own.map(session.fetchHistory) ?? [])
            }
            groups.append(group)
            guard case .date = request.start else { continue }
            // Everything after the date is after this position.
            transactionNumbers[coordinator.stores[index].identifier] =
                group.first.map { $0.transactionNumber - 1 } ?? last
        }
        return request.inSequence(groups, from: transactionNumbers)
    }

    /// The request with the ID of its record as these stores number it, since another coordinator
    /// may number entities otherwise. Nil if no store has the entity.
    private func localized(
        _ request: PersistentHistoryChangeRequest
    ) -> PersistentHistoryChangeRequest? {
        guard let id = request.changedObject else { return request }
        guard let own = storeTable.localized(id) else { return nil }
        var request = request
        request.changedObject = own
        return request
    }

    /// Whether a store has a history.
    ///
    /// - Throws: errors of the stores.
    public var keepsHistory: Bool {
        get throws { try !indexesOfHistories().isEmpty }
    }

    /// The number of the last transaction that this context sees in its only store; nil for several
    /// stores, and for one without a history. It changes with every saved transaction, so it can be
    /// the key of a cache.
    ///
    /// - Throws: errors of the store.
    public var lastTransactionNumber: Int64? {
        get throws {
            guard coordinator.stores.count == 1 else { return nil }
            return try withSession(of: 0) { try $0.lastHistoryNumber() }
        }
    }

    /// Starts a history in the stores that can have one, like `StoreDescription.tracksHistory` when
    /// they are opened.
    ///
    /// - Returns: whether a store has one now.
    /// - Throws: errors of the stores.
    @discardableResult
    public func beginHistory() throws -> Bool {
        try requireWritable()
        var keepsHistory = false
        for index in coordinator.stores.indices {
            if try withWriteSession(of: index, { try $0.beginHistory() }) { keepsHistory = true }
        }
        return keepsHistory
    }

    private func indexesOfHistories() throws -> [Int] {
        try coordinator.stores.indices.filter { index in
            try withSession(of: index) { try $0.lastHistoryNumber() } != nil
        }
    }

    /// The indexes of the stores with a history.
    private func storesWithHistory() throws -> [Int] {
        let indexes = try indexesOfHistories()
        guard !indexes.isEmpty else { throw PersistenceError.misuse("No store keeps a history") }
        return indexes
    }

    /// Deletes the transactions before a token. If there are none, nothing is written.
    ///
    /// ```swift
    /// let count = try context.deleteHistory(before: token)
    /// ```
    /// Older tokens then throw `historyTokenExpired`, so delete only what every reader has passed.
    /// - Returns: the number of deleted transactions.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before token: PersistentHistoryToken) throws -> Int {
        try deleteHistory { store in
            token.transactionNumbers[store.identifier].map { .number($0) }
        }
    }

    /// Deletes the transactions before a date. If there are none, nothing is written.
    ///
    /// ```swift
    /// try context.deleteHistory(before: Date(timeIntervalSinceNow: -30 * 86_400))
    /// ```
    /// Readers with older tokens get `historyTokenExpired`.
    /// - Returns: the number of deleted transactions.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before date: Date) throws -> Int {
        try deleteHistory { _ in .date(date) }
    }

    /// Deletes the transactions of a store before one of it. If there are none, nothing is written.
    ///
    /// - Returns: the number of deleted transactions.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before transaction: PersistentHistoryTransaction) throws -> Int {
        try deleteHistory { store in
            store.identifier == transaction.storeID ? .number(transaction.transactionNumber) : nil
        }
    }

    /// Deletes the changes and tombstones of records, for example of a person. Their transactions
    /// stay. If there are none, nothing is written.
    ///
    /// ```swift
    /// try context.deleteHistory(of: [person.objectID])
    /// ```
    /// - Returns: the number of deleted changes.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(of records: [ManagedObjectID]) throws -> Int {
        try requireWritable()
        let records = records.compactMap(storeTable.localized)
        return try coordinator.stores.enumerated().reduce(0) { count, store in
            let own = records.filter { $0.storeIdentifier == store.element.identifier }
            guard !own.isEmpty else { return count }
            return try count + withWriteSession(of: store.offset) { try $0.deleteHistory(of: own) }
        }
    }

    /// Replaces the authors of transactions, for example the name of a person. If none is replaced,
    /// nothing is written.
    ///
    /// - Parameter replacement: returns the new name of an author, or nil to keep it.
    /// - Returns: the number of transactions with a new author.
    /// - Throws: errors of the closure and of the stores.
    @discardableResult
    public func replaceHistoryAuthors(
        _ replacement: (_ author: String) throws -> String?
    ) throws -> Int {
        try requireWritable()
        return try indexesOfHistories().reduce(0) { count, index in
            try count
                + withWriteSession(of: index) { try $0.replaceHistoryAuthors(replacement) }
        }
    }

    /// Writes a transaction without changes, so that readers notice a write that is not a record,
    /// such as a deletion of history.
    ///
    /// - Throws: errors of the stores.
    public func recordOtherChangeInHistory() throws {
        try requireWritable()
        for index in try indexesOfHistories() {
            try withWriteSession(of: index) { session in
                try session.transaction { transaction in
                    transaction.setOrigin(transactionOrigin)
                    transaction.recordOtherChange()
                }
            }
        }
        announceRemoteChanges()
    }

    private func deleteHistory(_ end: (any PersistentStore) -> StoreHistoryEnd?) throws -> Int {
        try requireWritable()
        var count = 0
        for index in try storesWithHistory() {
            guard let end = end(coordinator.stores[index]) else { continue }
            count += try withWriteSession(of: index) { try $0.deleteHistory(before: end) }
        }
        return count
    }
}

extension ManagedObjectContext {
    /// Notifies the observers of the stores. The changes are saved by now, so an error is kept for
    /// the next call that can throw.
    func announceRemoteChanges() {
        do { try coordinator.checkForRemoteChanges() } catch { remember(error) }
    }

    /// The author and context of the next transaction.
    var transactionOrigin: StoreTransactionOrigin {
        StoreTransactionOrigin(author: transactionAuthor, contextName: name)
    }

    /// The author and context of a save to one store, with the annotations of its records.
    func saveOrigin(of storeIndex: Int) -> StoreTransactionOrigin {
        var origin = transactionOrigin
        for (id, annotation) in historyAnnotations where !id.isTemporaryID {
            // Another coordinator may have the store, and its entities, at other positions.
            guard let storeEntity = storeTable.storeEntity(of: id),
                storeEntity.storeIndex == storeIndex
            else {
                continue
            }
            let reference = StoreReference(entityNumber: storeEntity.layout.number, key: id.key)
            origin.annotations[reference] = annotation
        }
        return origin
    }
}
