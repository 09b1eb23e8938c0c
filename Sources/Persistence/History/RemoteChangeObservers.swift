import Synchronization

/// News of a store: somebody wrote to it.
public struct RemoteChangeNotification: Sendable, Hashable {
    /// The identifier of the store.
    public let storeID: String
    /// The path of the store's file, or nil for a store without one.
    public let storePath: String?
    /// The place behind the last transaction; in other stores, behind the last one that is known.
    public let historyToken: PersistentHistoryToken
}

/// Those who hear of what is written to stores, and what they heard of last.
final class RemoteChangeObservers: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (RemoteChangeNotification) -> Void] = [:]
        var numbers: [String: Int64] = [:]
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.bodies.isEmpty } }

    /// - Parameter numbers: the last transaction of each store, which need not be told of any more.
    func add(
        since numbers: [String: Int64],
        _ body: @escaping @Sendable (RemoteChangeNotification) -> Void
    ) -> CoordinatorObservation {
        let number = state.withLock { state in
            state.last += 1
            if state.bodies.isEmpty { state.numbers = numbers }
            state.bodies[state.last] = body
            return state.last
        }
        return CoordinatorObservation { self.remove(number) }
    }

    private func remove(_ number: Int) {
        state.withLock { _ = $0.bodies.removeValue(forKey: number) }
    }

    /// Tells of a store, unless its last transaction is known.
    func notify(of store: any PersistentStore, number: Int64) {
        let news = state.withLock { state -> State? in
            guard state.numbers[store.identifier] != number else { return nil }
            state.numbers[store.identifier] = number
            return state
        }
        guard let news else { return }
        let notification = RemoteChangeNotification(
            storeID: store.identifier, storePath: store.path,
            historyToken: PersistentHistoryToken(news.numbers))
        for (_, body) in news.bodies.sorted(by: { $0.key < $1.key }) { body(notification) }
    }
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
        listening(remoteObservers.add(since: try lastHistoryNumbers(), body))
    }

    /// Tells those who observe remote changes of transactions that they have not heard of.
    ///
    /// - Throws: errors of the stores.
    public func checkForRemoteChanges() throws {
        guard !remoteObservers.isEmpty else { return }
        for store in stores {
            if let number = try store.withReadSession({ try $0.lastHistoryNumber() }) {
                remoteObservers.notify(of: store, number: number)
            }
        }
    }

    /// Calls a closure, on any thread, whenever a store hears that somebody else has written to it. What
    /// was written is in the store's history, if it keeps one.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        listening(writerObservers.add { _ in body() })
    }

    /// An observation while which the stores listen.
    private func listening(_ observation: CoordinatorObservation) -> CoordinatorObservation {
        hearOthers()
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.hearOthers()
        }
    }

    /// Hears of those who write to the stores beside this coordinator, as long as somebody listens.
    func hearOthers() {
        // What is not heard any more ends when nobody is kept waiting by that.
        _ = hearing.withLock { hearing in
            let former = hearing
            hearing = [:]
            // Looked at here: of two who begin and end at once, the last one finds both.
            guard !writerObservers.isEmpty || !remoteObservers.isEmpty else { return former }
            for store in persistentStores {
                let id = ObjectIdentifier(store)
                hearing[id] =
                    former[id] ?? store.observeOtherWriters { [weak self] in self?.tellOfOthers() }
            }
            return former
        }
    }

    private func tellOfOthers() {
        writerObservers.notify(())
        // If a store cannot be read now, it is heard of again when it can.
        try? checkForRemoteChanges()
    }

    private func lastHistoryNumbers() throws -> [String: Int64] {
        try stores.reduce(into: [:]) { numbers, store in
            numbers[store.identifier] = try store.withReadSession { try $0.lastHistoryNumber() }
        }
    }
}
