import Synchronization

/// News of a store: someone wrote to it.
public struct RemoteChangeNotification: Sendable, Hashable {
    /// The identifier of the store.
    public let storeID: String
    /// The path of the store's file, or nil for a store without one.
    public let storePath: String?
    /// The place behind the last transaction; in other stores, behind the last one that is known.
    public let historyToken: PersistentHistoryToken
}

extension PersistentStoreCoordinator {
    /// The place behind the last transactions of all stores that keep a history.
    ///
    /// - Throws: errors of the stores.
    public func currentPersistentHistoryToken() throws -> PersistentHistoryToken {
        PersistentHistoryToken(try lastHistoryNumbers())
    }

    /// Calls a closure after each transaction of a store that keeps a history: of saves, of batch
    /// requests, and of other programs, when the store hears of them or `checkForRemoteChanges` is
    /// called.
    ///
    /// - Throws: errors of the stores.
    public func observeRemoteChanges(
        _ body: @escaping @Sendable (RemoteChangeNotification) -> Void
    ) throws -> CoordinatorObservation {
        let numbers = try lastHistoryNumbers()
        let observation = toldNumbers.withLock { told in
            if remoteObservers.isEmpty { told = numbers }
            return remoteObservers.add(body)
        }
        return listening(observation)
    }

    /// Tells those who observe remote changes of transactions that they have not heard of.
    ///
    /// - Throws: errors of the stores.
    public func checkForRemoteChanges() throws {
        guard !remoteObservers.isEmpty else { return }
        for store in stores {
            if let number = try store.withReadSession({ try $0.lastHistoryNumber() }) {
                tell(of: store, number: number)
            }
        }
    }

    /// Tells of a store, unless its last transaction is known.
    private func tell(of store: any PersistentStore, number: Int64) {
        let numbers = toldNumbers.withLock { told in
            told.updateValue(number, forKey: store.identifier) == number ? nil : told
        }
        guard let numbers else { return }
        remoteObservers.notify(
            RemoteChangeNotification(
                storeID: store.identifier, storePath: store.path,
                historyToken: PersistentHistoryToken(numbers)))
    }

    private func lastHistoryNumbers() throws -> [String: Int64] {
        try stores.reduce(into: [:]) { numbers, store in
            numbers[store.identifier] = try store.withReadSession { try $0.lastHistoryNumber() }
        }
    }
}
