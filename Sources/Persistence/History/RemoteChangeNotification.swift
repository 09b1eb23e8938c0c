import Synchronization

/// The notification that a store was written.
public struct RemoteChangeNotification: Sendable, Hashable {
    /// The identifier of the store.
    public let storeID: String
    /// The path of the store's file, or nil for a store without one.
    public let storePath: String?
    /// The position after the last transaction; in other stores, after the last known one.
    public let historyToken: PersistentHistoryToken
}

extension PersistentStoreCoordinator {
    /// The position after the last transactions of all stores with a history. Without any, the
    /// token is empty, and ``ManagedObjectContext/fetchHistory(_:)`` throws.
    ///
    /// ```swift
    /// let token = try container.coordinator.currentPersistentHistoryToken()
    /// ```
    /// - Throws: errors of the stores.
    public func currentPersistentHistoryToken() throws -> PersistentHistoryToken {
        PersistentHistoryToken(try lastHistoryNumbers())
    }

    /// Calls a closure after each transaction of a store with a history: of a save, of a batch
    /// request, and of another program once the store notices it or `checkForRemoteChanges` is
    /// called.
    ///
    /// ```swift
    /// let observation = try container.coordinator.observeRemoteChanges { change in wake(change.storeID) }
    /// ```
    /// - Throws: errors of the stores.
    public func observeRemoteChanges(
        _ body: @escaping @Sendable (RemoteChangeNotification) -> Void
    ) throws -> CoordinatorObservation {
        let numbers = try lastHistoryNumbers()
        let observation = notifiedNumbers.withLock { notified in
            if remoteObservers.isEmpty { notified = numbers }
            return remoteObservers.add(body)
        }
        return listening(observation)
    }

    /// Notifies the observers of remote changes about new transactions.
    ///
    /// - Throws: errors of the stores.
    public func checkForRemoteChanges() throws {
        guard !remoteObservers.isEmpty else { return }
        for store in stores {
            if let number = try store.withReadSession({ try $0.lastHistoryNumber() }) {
                notify(about: store, number: number)
            }
        }
    }

    /// Notifies about a store, unless its last transaction is known.
    private func notify(about store: any PersistentStore, number: Int64) {
        let numbers = notifiedNumbers.withLock { numbers in
            numbers.updateValue(number, forKey: store.identifier) == number ? nil : numbers
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
