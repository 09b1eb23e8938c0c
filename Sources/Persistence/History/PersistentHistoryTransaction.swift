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

    /// The place behind this transaction in each store, by the store's identifier.
    var places: [String: Int64] = [:]

    /// The place behind this transaction. In other stores, it is behind the transactions that came
    /// before this one in the answer, and behind those that the request left out.
    public var token: PersistentHistoryToken {
        PersistentHistoryToken(places.merging([storeID: transactionNumber]) { $1 })
    }

    /// A transaction is told by its store and number; the rest is what it tells.
    public static func == (
        first: PersistentHistoryTransaction, second: PersistentHistoryTransaction
    ) -> Bool {
        first.storeID == second.storeID && first.transactionNumber == second.transactionNumber
            && first.timestamp == second.timestamp && first.changes == second.changes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storeID)
        hasher.combine(transactionNumber)
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
