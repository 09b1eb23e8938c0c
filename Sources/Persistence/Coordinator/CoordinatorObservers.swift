import Synchronization

/// The observation of a coordinator or a store; it ends when this is released or cancelled.
public final class CoordinatorObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes an observation, for stores of one's own.
    ///
    /// - Parameter end: ends it; it may be called more than once.
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

/// Those who hear of one kind of event, on any thread, in the order in which they began to.
package final class CoordinatorObservers<Event: Sendable>: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (Event) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether no one hears.
    package var isEmpty: Bool { state.withLock { $0.bodies.isEmpty } }

    package func add(_ body: @escaping @Sendable (Event) -> Void) -> CoordinatorObservation {
        let number = state.withLock { state in
            state.last += 1
            state.bodies[state.last] = body
            return state.last
        }
        return CoordinatorObservation {
            // Values that the closure holds are released where no one waits for that.
            _ = self.state.withLock { $0.bodies.removeValue(forKey: number) }
        }
    }

    package func notify(_ event: Event) {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body(event) }
    }

    /// The events from now on.
    func stream() -> AsyncStream<Event> {
        AsyncStream { continuation in
            let observation = add { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

/// How often stores were written, by whom.
package struct ChangeCounts: Sendable, Hashable {
    /// Through their coordinator, and how often that changed its stores.
    package var own: Int
    /// By others who were heard of.
    package var others: Int

    /// As ``PersistentStoreCoordinator/changeCount`` tells it.
    package var total: Int { own + others }
}

extension PersistentStoreCoordinator {
    /// The parts of ``changeCount``, at one moment.
    package var changeCounts: ChangeCounts {
        let table = current
        func others() -> Int { table.stores.reduce(0) { $0 + $1.otherChangeCount } }
        var former = others()
        var total = 0
        // Where others write all the time, the count is taken as changed in the end.
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
    /// The records that are new, by their permanent IDs.
    public let inserted: [ManagedObjectID]
    /// The records that were changed.
    public let updated: [ManagedObjectID]
    /// The records that are gone.
    public let deleted: [ManagedObjectID]
    /// Which context saved; for comparison only.
    let source: ObjectIdentifier
}

extension PersistentStoreCoordinator {
    /// Calls a closure after each save of any context, on the thread that saved.
    public func observeSaves(
        _ body: @escaping @Sendable (SaveNotification) -> Void
    )
        -> CoordinatorObservation
    {
        observers.add(body)
    }

    /// The saves of all contexts from now on.
    public var saves: AsyncStream<SaveNotification> {
        observers.stream()
    }
}

/// News of the stores of a coordinator.
public struct StoresNotification: Sendable, Hashable {
    /// When it is told.
    public enum Moment: Sendable, Hashable {
        /// Before the stores change (Core Data's `NSPersistentStoreCoordinatorStoresWillChange`).
        case willChange
        /// After the stores have changed (`NSPersistentStoreCoordinatorStoresDidChange`).
        case didChange
    }

    /// When it is told.
    public let moment: Moment
    /// The identifiers of the stores that come.
    public let added: [String]
    /// The identifiers of the stores that go.
    public let removed: [String]
}

extension PersistentStoreCoordinator {
    /// Calls a closure before and after stores are added, removed or migrated to other places, on the
    /// thread that does it.
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
