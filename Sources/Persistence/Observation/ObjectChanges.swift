/// What changed in a context since it last told.
///
/// An object stands in one of the lists: one that was inserted and changed in `inserted`, one that
/// was inserted and deleted in `deleted`.
public struct ObjectChanges {
    /// The objects that were inserted, or came back.
    public internal(set) var inserted: [ManagedObject] = []
    /// The objects whose values or relationships were changed.
    public internal(set) var updated: [ManagedObject] = []
    /// The objects that were deleted.
    public internal(set) var deleted: [ManagedObject] = []
    /// The objects that took over what the store or the parent says.
    public internal(set) var refreshed: [ManagedObject] = []
    /// Whether all objects left the context, as `reset` does it.
    public internal(set) var invalidatedAll = false

    /// The same by object IDs, for other tasks.
    public var objectIDs: ObjectIDChanges {
        ObjectIDChanges(
            inserted: inserted.map(\.objectID), updated: updated.map(\.objectID),
            deleted: deleted.map(\.objectID), refreshed: refreshed.map(\.objectID),
            invalidatedAll: invalidatedAll)
    }
}

/// What changed in a context since it last told, by object IDs.
public struct ObjectIDChanges: Sendable, Hashable {
    /// The objects that were inserted, or came back.
    public let inserted: [ManagedObjectID]
    /// The objects whose values or relationships were changed.
    public let updated: [ManagedObjectID]
    /// The objects that were deleted.
    public let deleted: [ManagedObjectID]
    /// The objects that took over what the store or the parent says.
    public let refreshed: [ManagedObjectID]
    /// Whether all objects left the context, as `reset` does it.
    public let invalidatedAll: Bool
}
