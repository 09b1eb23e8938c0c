import Synchronization

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

/// The end of an observation of a coordinator's stores: it lasts until this is released or cancelled.
public final class StoresObservation: Sendable {
    private let number: Int
    private let observers: StoresObservers

    init(number: Int, observers: StoresObservers) {
        self.number = number
        self.observers = observers
    }

    /// Ends the observation.
    public func cancel() {
        observers.remove(number)
    }

    deinit {
        observers.remove(number)
    }
}

/// Those who hear of stores that come and go.
final class StoresObservers: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (StoresNotification) -> Void] = [:]
    }

    private let state = Mutex(State())

    func add(_ body: @escaping @Sendable (StoresNotification) -> Void) -> StoresObservation {
        let number = state.withLock { state in
            state.last += 1
            state.bodies[state.last] = body
            return state.last
        }
        return StoresObservation(number: number, observers: self)
    }

    func remove(_ number: Int) {
        state.withLock { _ = $0.bodies.removeValue(forKey: number) }
    }

    func notify(_ notification: StoresNotification) {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body(notification) }
    }
}

extension PersistentStoreCoordinator {
    /// Calls a closure before and after stores are added, removed or migrated to other places, on the
    /// thread that does it.
    public func observeStores(
        _ body: @escaping @Sendable (StoresNotification) -> Void
    ) -> StoresObservation {
        storesObservers.add(body)
    }

    /// What happens to the coordinator's stores from now on.
    public var storesChanges: AsyncStream<StoresNotification> {
        AsyncStream { continuation in
            let observation = storesObservers.add { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
