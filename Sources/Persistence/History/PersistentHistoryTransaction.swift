public import Foundation

/// What one save or batch request wrote, as a store's history tells it.
public struct PersistentHistoryTransaction: Sendable, Hashable {
    /// The number of the transaction in its store; rises with each.
    public let transactionNumber: Int64
    /// The identifier of the store.
    public let storeID: String
    /// When it was written.
    public let timestamp: Date
    /// The context's `transactionAuthor`.
    public let author: String?
    /// The context's `name`.
    public let contextName: String?
    /// The identifier of the application's bundle.
    public let bundleID: String?
    /// The name of the process.
    public let processID: String?
    /// The changes, in their order; empty if they were not asked for.
    public internal(set) var changes: [PersistentHistoryChange] = []

    /// The place behind this transaction.
    public var token: PersistentHistoryToken {
        PersistentHistoryToken([storeID: transactionNumber])
    }

    /// The changes, for `mergeChanges(fromRemoteContextSave:into:)`.
    public var objectIDNotification: RemoteChanges {
        func ids(_ type: PersistentHistoryChange.ChangeType) -> [ManagedObjectID] {
            changes.filter { $0.changeType == type }.map(\.changedObjectID)
        }
        return RemoteChanges(
            inserted: ids(.insert), updated: ids(.update), deleted: ids(.delete))
    }
}
