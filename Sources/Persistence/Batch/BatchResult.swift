/// The result of a batch request.
///
/// ```swift
/// var request = BatchDeleteRequest(fetchRequest: FetchRequest<Recipe>(#Predicate { $0.minutes > 600 }))
/// request.resultType = .objectIDs
/// let result = try context.execute(request)
/// try ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
/// ```
public struct BatchResult: Sendable {
    /// The requested kind of result.
    public let resultType: BatchResultType
    /// The number of inserted, updated or deleted records, for every kind of result.
    public let count: Int
    /// The written records, for `mergeChanges(fromRemoteContextSave:into:)`; empty unless object
    /// IDs were requested. Records whose derived attributes changed count as updated.
    public let changes: RemoteChanges
    /// The records that were inserted, updated or deleted.
    public let objectIDs: [ManagedObjectID]

    /// - Parameters:
    ///   - changes: the changes of the request itself.
    ///   - derived: the records with a new derived value.
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
    /// The number of records.
    case statusOnly
    /// The number and the IDs of the records, so that contexts can merge the changes.
    case objectIDs
    /// The same as `statusOnly`, under Core Data's name.
    case count
}
