/// Changes of records that no context of this process saved: those of a batch request or of another
/// program.
public struct RemoteChanges: Sendable, Hashable {
    /// The IDs of new records.
    public var inserted: [ManagedObjectID]
    /// The IDs of changed records.
    public var updated: [ManagedObjectID]
    /// The IDs of deleted records.
    public var deleted: [ManagedObjectID]

    /// Creates a value from the IDs of the written records.
    public init(
        inserted: [ManagedObjectID] = [], updated: [ManagedObjectID] = [],
        deleted: [ManagedObjectID] = []
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}

extension ManagedObjectContext {
    /// Merges changes into contexts. Unchanged objects are read again at their next access, changed
    /// ones keep their unsaved values over the new ones, and deleted ones leave the context.
    ///
    /// ```swift
    /// try ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
    /// ```
    /// - Throws: errors of the stores.
    public static func mergeChanges(
        fromRemoteContextSave changes: RemoteChanges, into contexts: [ManagedObjectContext]
    ) throws {
        let notification = SaveNotification(
            inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted,
            source: ObjectIdentifier(RemoteChangesSource.self))
        for context in contexts {
            try context.mergeChanges(fromContextDidSave: notification)
        }
    }
}

private enum RemoteChangesSource {}
