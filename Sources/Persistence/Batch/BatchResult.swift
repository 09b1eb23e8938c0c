/// What a batch request did.
public struct BatchResult: Sendable {
    /// The kind of result that was asked for.
    public let resultType: BatchResultType
    /// The number of records that were inserted, updated or deleted; 0 if only the status was asked
    /// for.
    public let count: Int
    /// What was written, for `mergeChanges(fromRemoteContextSave:into:)`; empty unless object IDs were
    /// asked for.
    public let changes: RemoteChanges

    /// The records that were inserted, updated or deleted.
    public var objectIDs: [ManagedObjectID] {
        changes.deleted.isEmpty ? changes.inserted + changes.updated : changes.deleted
    }
}
