/// The result of a batch request.
public struct BatchResult: Sendable {
    /// The kind of result that was asked for.
    public let resultType: BatchResultType
    /// The number of records that were inserted, updated or deleted, whatever kind of result was asked
    /// for.
    public let count: Int
    /// The written records, for `mergeChanges(fromRemoteContextSave:into:)`; empty unless object IDs were
    /// asked for. Records whose derived attributes followed are among the updated ones.
    public let changes: RemoteChanges
    /// The records that were inserted, updated or deleted.
    public let objectIDs: [ManagedObjectID]

    /// - Parameters:
    ///   - changes: what the request itself did.
    ///   - derived: the records that have a new derived value.
    init(
        resultType: BatchResultType, count: Int, changes: RemoteChanges,
        derived: Set<ManagedObjectID>
    ) {
        self.resultType = resultType
        self.count = count
        objectIDs = changes.deleted.isEmpty ? changes.inserted + changes.updated : changes.deleted
        var all = changes
        if !derived.isEmpty {
            all.updated += derived.subtracting(changes.inserted + changes.updated + changes.deleted)
        }
        self.changes = all
    }
}

/// The kind of result that a batch request returns.
public enum BatchResultType: Sendable, Hashable {
    /// That it was done, and how many they are.
    case statusOnly
    /// Which records they are, so that contexts can take the changes over.
    case objectIDs
    /// How many they are: the same as `statusOnly`, under Core Data's name.
    case count
}
