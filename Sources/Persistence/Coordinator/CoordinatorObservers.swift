import Synchronization

/// The observation of a coordinator or a store; it ends when this is released or cancelled.
public final class CoordinatorObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes an observation, for custom stores.
    ///
    /// - Parameter end: ends it; may be called more than once.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends the observation.
    public func cancel() {
        end()
    }

    deinit {
        end()
    }
}

/// The observers of one kind of event, called on any thread in the order of their registration.
package final class CoordinatorObservers<Event: Sendable>: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (Event) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package var isEmpty: Bool { state.withLock { $0.bodies.isEmpty } }

    package func add(_ body: @escaping @Sendable (Event) -> Void) -> CoordinatorObservation {
        let number = state.withLock { state in
            state.last += 1
            state.bodies[state.last] = body
            return state.last
        }
        return CoordinatorObservation {
            // Values that the closure captures are released outside the lock.
            _ = self.state.withLock { $0.bodies.removeValue(forKey: number) }
        }
    }

    package func notify(_ event: Event) {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body(event) }
    }

    func stream() -> AsyncStream<Event> {
        AsyncStream { continuation in
            let observation = add { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

/// The numbers of writes to stores.
package struct ChangeCounts: Sendable, Hashable {
    /// Writes through their coordinator, and changes of its stores.
    package var own: Int
    /// Known writes of others.
    package var others: Int

    /// The sum, ``PersistentStoreCoordinator/changeCount``.
    package var total: Int { own + others }
}

extension PersistentStoreCoordinator {
    /// The parts of ``changeCount`` at one moment.
    package var changeCounts: ChangeCounts {
        let table = current
        func others() -> Int { table.stores.reduce(0) { $0 + $1.otherChangeCount } }
        var former = others()
        var total = 0
        // If others write all the time, the last count is used.
        for _ in 0..<8 {
            total = table.stores.reduce(table.generation) { $0 + $1.changeCount }
            let now = others()
            if now == former { break }
            former = now
        }
        return ChangeCounts(own: total - former, others: former)
    }
}

/// The records that a save wrote.
public struct SaveNotification: Sendable {
    /// The new records, by their permanent IDs.
    public let inserted: [ManagedObjectID]
    /// The changed records.
    public let updated: [ManagedObjectID]
    /// The deleted records.
    public let deleted: [ManagedObjectID]
    /// The saving context, for comparison only.
    let source: ObjectIdentifier
}

extension PersistentStoreCoordinator {
    /// Calls a closure after each save of any context, on the saving thread.
    public func observeSaves(
        _ body: @escaping @Sendable (SaveNotification) -> Void
    ) -> CoordinatorObservation {
        observers.add(body)
    }

    /// The saves of all contexts from now on.
    ///
    /// ```swift
    /// for await save in container.coordinator.saves { print(save.updated.count) }
    /// ```
    public var saves: AsyncStream<SaveNotification> {
        observers.stream()
    }
}

/// A change of a coordinator's stores.
public struct StoresNotification: Sendable, Hashable {
    /// The time of a notification.
    public enum Moment: Sendable, Hashable {
        /// Before the stores change (Core Data's `NSPersistentStoreCoordinatorStoresWillChange`).
        case willChange
        /// After the stores have changed (`NSPersistentStoreCoordinatorStoresDidChange`).
        case didChange
    }

    /// The time of the notification.
    public let moment: Moment
    /// The identifiers of the added stores.
    public let added: [String]
    /// The identifiers of the removed stores.
    public let removed: [String]
}

extension PersistentStoreCoordinator {
    /// Calls a closure before and after stores are added, removed or migrated, on the thread that
    /// does it.
    ///
    /// ```swift
    /// let observation = coordinator.observeStores { news in print(news.added, news.removed) }
    /// ```
    public func observeStores(
        _ body: @escaping @Sendable (StoresNotification) -> Void
    ) -> CoordinatorObservation {
        storesObservers.add(body)
    }

    /// Changes of the coordinator's stores from now on.
    public var storesChanges: AsyncStream<StoresNotification> {
        storesObservers.stream()
    }
}

extension PersistentStoreCoordinator {
    /// Calls a closure, on any thread, when others have written to a store. The changes are in the
    /// store's history, if it keeps one.
    public func observeOtherWriters(
        _ body: @escaping @Sendable () -> Void
    ) -> CoordinatorObservation {
        listening(writerObservers.add { _ in body() })
    }

    /// Makes the stores listen for as long as the observation exists.
    func listening(_ observation: CoordinatorObservation) -> CoordinatorObservation {
        updateStoreObservations()
        return CoordinatorObservation { [weak self] in
            observation.cancel()
            self?.updateStoreObservations()
        }
    }

    /// Starts or stops listening, depending on whether there are observers.
    func updateStoreObservations() {
        // The old observations end outside the lock.
        _ = storeObservations.withLock { observations in
            let former = observations
            observations = [:]
            // Checked inside the lock, because observers may begin and end at the same time.
            guard !writerObservers.isEmpty || !remoteObservers.isEmpty else { return former }
            for store in persistentStores {
                let id = ObjectIdentifier(store)
                observations[id] =
                    former[id]
                    ?? store.observeOtherWriters { [weak self] in self?.notifyWriterObservers() }
            }
            return former
        }
    }

    private func notifyWriterObservers() {
        writerObservers.notify(())
        // If a store cannot be read now, its changes are found later.
        try? checkForRemoteChanges()
    }
}
