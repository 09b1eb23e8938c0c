public import Foundation

extension ManagedObjectContext {
    /// The transactions that a request selects, store by store, in their order. Stores that keep no
    /// history have none.
    ///
    /// - Throws: `PersistenceError.historyTokenExpired` if transactions behind the token are gone;
    ///   `misuse` if no store keeps a history; errors of the stores.
    public func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        try StoreFetch.checkIsNoLess(request.fetchLimit, "fetchLimit")
        var places = request.places
        let own = localized(request)
        var groups: [[PersistentHistoryTransaction]] = []
        let affected = storeIndices(among: request.affectedStores)
        for index in try storesWithHistory() where affected.contains(index) {
            let (last, group) = try withSession(of: index) { session in
                (try session.lastHistoryNumber(), try own.map(session.fetchHistory) ?? [])
            }
            groups.append(group)
            guard case .date = request.start else { continue }
            // Nothing that comes later than the date is before this place.
            places[coordinator.stores[index].identifier] =
                group.first.map { $0.transactionNumber - 1 } ?? last
        }
        return request.inSequence(groups, from: places)
    }

    /// The request with the ID of its record as the stores have it: the store entity of another coordinator's
    /// may have the number of another entity. Nil if no store knows the record.
    private func localized(
        _ request: PersistentHistoryChangeRequest
    ) -> PersistentHistoryChangeRequest? {
        guard let id = request.changedObject else { return request }
        guard let own = storeTable.localized(id) else { return nil }
        var request = request
        request.changedObject = own
        return request
    }

    /// Whether a store keeps a history.
    ///
    /// - Throws: errors of the stores.
    public var keepsHistory: Bool {
        get throws { try !indexesOfHistories().isEmpty }
    }

    /// The number of the last transaction in the history of the store, as this context reads it; nil for several
    /// stores, and for one without a history.
    ///
    /// - Throws: errors of the store.
    public var lastTransactionNumber: Int64? {
        get throws {
            guard coordinator.stores.count == 1 else { return nil }
            return try withSession(of: 0) { try $0.lastHistoryNumber() }
        }
    }

    /// Lets the stores keep a history from now on, those that can: as `StoreDescription.tracksHistory`
    /// does when they are opened.
    ///
    /// - Returns: whether a store keeps one.
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

    /// The stores that keep a history, by their indexes.
    private func storesWithHistory() throws -> [Int] {
        let indexes = try indexesOfHistories()
        guard !indexes.isEmpty else { throw PersistenceError.misuse("No store keeps a history") }
        return indexes
    }

    /// Forgets the transactions before the one that a token stands behind. Where there is none, nothing is
    /// written.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before token: PersistentHistoryToken) throws -> Int {
        try deleteHistory { store in
            token.transactionNumbers[store.identifier].map { .number($0) }
        }
    }

    /// Forgets the transactions before a date. Where there is none, nothing is written.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before date: Date) throws -> Int {
        try deleteHistory { _ in .date(date) }
    }

    /// Forgets the transactions of a store before another one of it. Where there is none, nothing is
    /// written.
    ///
    /// - Returns: the number of transactions that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(before transaction: PersistentHistoryTransaction) throws -> Int {
        try deleteHistory { store in
            store.identifier == transaction.storeID ? .number(transaction.transactionNumber) : nil
        }
    }

    /// Forgets what became of some records, and what was preserved of them. The transactions stay.
    /// Where there is nothing to forget, nothing is written.
    ///
    /// - Returns: the number of changes that were forgotten.
    /// - Throws: errors of the stores.
    @discardableResult
    public func deleteHistory(of records: [ManagedObjectID]) throws -> Int {
        try requireWritable()
        let records = records.compactMap(storeTable.localized)
        return try coordinator.stores.enumerated().reduce(0) { count, place in
            let own = records.filter { $0.storeIdentifier == place.element.identifier }
            guard !own.isEmpty else { return count }
            return try count + withWriteSession(of: place.offset) { try $0.deleteHistory(of: own) }
        }
    }

    /// Gives the transactions of an author another one: of a person whose name is to go.
    /// Where no one is replaced, nothing is written.
    ///
    /// - Parameter replacement: says who takes the place of an author; nil for one who stays.
    /// - Returns: the number of transactions that have another author now.
    /// - Throws: what the closure throws, and errors of the stores.
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

    /// Writes a transaction without a change into the histories: those who follow them learn that
    /// something was written which is no record, such as what the history itself tells.
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

    private func deleteHistory(
        _ end: (any PersistentStore) -> StoreHistoryEnd?
    ) throws -> Int {
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
    /// Tells those who observe the stores. What was written is written, so an error waits for the next
    /// call that can throw.
    func announceRemoteChanges() {
        do { try coordinator.checkForRemoteChanges() } catch { remember(error) }
    }

    /// The author and context of the next transaction.
    var transactionOrigin: StoreTransactionOrigin {
        StoreTransactionOrigin(author: transactionAuthor, contextName: name)
    }

    /// The author and context of a save to one of the stores, with the annotations of its records.
    func saveOrigin(of storeIndex: Int) -> StoreTransactionOrigin {
        var origin = transactionOrigin
        for (id, annotation) in historyAnnotations where !id.isTemporaryID {
            // In another coordinator the store may stand elsewhere, and its entities too.
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
