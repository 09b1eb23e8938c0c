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
