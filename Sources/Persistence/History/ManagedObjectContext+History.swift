public import Foundation

extension ManagedObjectContext {
    /// The transactions that a request selects, store by store, in their order.
    ///
    /// - Throws: `PersistenceError.historyTokenExpired` if transactions behind the token are gone;
    ///   `misuse` if a store keeps no history; errors of the store.
    public func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        for index in coordinator.stores.indices {
            transactions += try withSession(of: index) { session in
                try session.fetchHistory(request)
            }
        }
        return request.fetchLimit > 0
            ? Array(transactions.prefix(request.fetchLimit)) : transactions
    }

    /// Forgets the transactions before the one that a token stands behind.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before token: PersistentHistoryToken) throws -> Int {
        try deleteHistory { store in
            token.transactionNumbers[store.identifier].map { .number($0) }
        }
    }

    /// Forgets the transactions before a date.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before date: Date) throws -> Int {
        try deleteHistory { _ in .date(date) }
    }

    /// Forgets the transactions before another one.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before transaction: PersistentHistoryTransaction) throws -> Int {
        try deleteHistory(before: transaction.token)
    }

    private func deleteHistory(
        _ end: (any PersistentStore) -> StoreHistoryEnd?
    ) throws -> Int {
        guard !isReadOnly else {
            throw PersistenceError.misuse("A context for reading cannot write: use `write`")
        }
        var count = 0
        for (index, store) in coordinator.stores.enumerated() {
            guard let end = end(store) else { continue }
            count += try withWriteSession(of: index) { try $0.deleteHistory(before: end) }
        }
        return count
    }
}

extension ManagedObjectContext {
    /// Tells those who observe the stores. What was written is written, so an error waits for the next
    /// call that can throw.
    func announceRemoteChanges() {
        do { try coordinator.checkForRemoteChanges() } catch { remember(error) }
    }

    /// Who writes, as history tells it.
    var transactionOrigin: StoreTransactionOrigin {
        StoreTransactionOrigin(author: transactionAuthor, contextName: name)
    }
}
