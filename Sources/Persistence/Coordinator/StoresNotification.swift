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

    /// What happens to the coordinator's stores from now on.
    public var storesChanges: AsyncStream<StoresNotification> {
        storesObservers.stream()
    }
}
