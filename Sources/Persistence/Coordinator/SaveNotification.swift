import Synchronization

/// What a save wrote.
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

/// The end of an observation of saves: it lasts until this is released or cancelled.
public final class SaveObservation: Sendable {
    private let number: Int
    private let observers: SaveObservers

    init(number: Int, observers: SaveObservers) {
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

/// Those who hear of each save.
final class SaveObservers: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (SaveNotification) -> Void] = [:]
    }

    private let state = Mutex(State())

    func add(_ body: @escaping @Sendable (SaveNotification) -> Void) -> SaveObservation {
        let number = state.withLock { state in
            state.last += 1
            state.bodies[state.last] = body
            return state.last
        }
        return SaveObservation(number: number, observers: self)
    }

    func remove(_ number: Int) {
        state.withLock { _ = $0.bodies.removeValue(forKey: number) }
    }

    func notify(_ notification: SaveNotification) {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body(notification) }
    }
}

extension PersistentStoreCoordinator {
    /// Calls a closure after each save of any context, on the thread that saved.
    public func observeSaves(
        _ body: @escaping @Sendable (SaveNotification) -> Void
    )
        -> SaveObservation
    {
        observers.add(body)
    }

    /// The saves of all contexts from now on.
    public var saves: AsyncStream<SaveNotification> {
        AsyncStream { continuation in
            let observation = observers.add { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
