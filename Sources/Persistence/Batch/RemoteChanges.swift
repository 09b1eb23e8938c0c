/// Changes of records that no context of this process saved: by a batch request, or by others.
public struct RemoteChanges: Sendable, Hashable {
    /// The records that are new.
    public var inserted: [ManagedObjectID]
    /// The records that were changed.
    public var updated: [ManagedObjectID]
    /// The records that are gone.
    public var deleted: [ManagedObjectID]

    /// Names the records that someone inserted, updated and deleted.
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
    /// Takes changes over into contexts: objects without changes of their own are read again when
    /// they are used next, the others keep their changes over the new values, deleted ones go.
    ///
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

/// The source of remote changes: none of the contexts.
private enum RemoteChangesSource {}
