public import Foundation

/// A transaction of a store's history: the changes of one save or batch request.
///
/// ```swift
/// let notification = transaction.objectIDNotification
/// try ManagedObjectContext.mergeChanges(fromRemoteContextSave: notification, into: [context])
/// ```
public struct PersistentHistoryTransaction: Sendable, Hashable {
    /// The number of the transaction in its store, higher than that of earlier ones.
    public let transactionNumber: Int64
    /// The identifier of the store.
    public let storeID: String
    /// The time of the save.
    public let timestamp: Date
    /// The context's `transactionAuthor`.
    public let author: String?
    /// The context's `name`.
    public let contextName: String?
    /// The identifier of the application's bundle.
    public let bundleID: String?
    /// The name of the process.
    public let processID: String?
    /// The changes in their order; empty unless they were requested.
    public internal(set) var changes: [PersistentHistoryChange] = []

    /// The position after this transaction in each store, by the store's identifier.
    var transactionNumbers: [String: Int64] = [:]

    /// The position after this transaction. In other stores it is after everything that the result
    /// has before this transaction, and after what the request left out.
    public var token: PersistentHistoryToken {
        PersistentHistoryToken(transactionNumbers.merging([storeID: transactionNumber]) { $1 })
    }

    /// Transactions are equal if their store and number are.
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

/// The change of one record in a transaction.
///
/// ```swift
/// for change in transaction.changes where change.changedObjectID.entityName == "Recipe" {
///     print(change.changeType, change.updatedProperties ?? [])
/// }
/// ```
public struct PersistentHistoryChange: Sendable, Hashable {
    /// The kind of a change, with Core Data's numbers.
    public enum ChangeType: Int, Sendable, Hashable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// The number of the change in its store.
    public let changeID: Int64
    /// The kind of the change.
    public let changeType: ChangeType
    /// The record, which may no longer exist.
    public let changedObjectID: ManagedObjectID
    /// The names of the properties that an update wrote; nil for other changes, and after a
    /// migration of these properties.
    public let updatedProperties: Set<String>?
    /// The values of a deleted record that the model preserves after deletion, by name.
    public let tombstone: [String: AttributeValue]
    /// The data that the saving context has attached to the update or deletion; nil for none.
    public let annotation: Data?
}

/// A position in the histories of stores, after one transaction of each.
///
/// Store it to continue from there later:
///
/// ```swift
/// try JSONEncoder().encode(token).write(to: file)
/// ```
public struct PersistentHistoryToken: Sendable, Hashable, Codable {
    /// The number of the last transaction in each store, by the store's identifier.
    public internal(set) var transactionNumbers: [String: Int64]

    init(_ transactionNumbers: [String: Int64]) {
        self.transactionNumbers = transactionNumbers
    }
}

extension PersistentHistoryTransaction: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of a transaction's attribute, for predicates of a history request.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        switch key {
        case "transactionNumber": .value(.integer(transactionNumber))
        case "timestamp": .value(.date(timestamp))
        case "author": .value(author.map(AttributeValue.string) ?? .null)
        case "contextName": .value(contextName.map(AttributeValue.string) ?? .null)
        case "bundleID": .value(bundleID.map(AttributeValue.string) ?? .null)
        case "processID": .value(processID.map(AttributeValue.string) ?? .null)
        case "storeID": .value(.string(storeID))
        default:
            throw PersistenceError.unknownProperty(
                entity: "PersistentHistoryTransaction", property: key)
        }
    }
}

extension PersistentHistoryChange: PredicateSubject {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of a change's attribute, for predicates of a history request.
    ///
    /// - Throws: `PersistenceError.unknownProperty`.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        switch key {
        case "changeID": .value(.integer(changeID))
        case "changeType": .value(.integer(Int64(changeType.rawValue)))
        case "changedObjectID": .value(.object(changedObjectID))
        case "changedEntity": .value(.string(changedObjectID.entityName))
        case "updatedProperties":
            .collection((updatedProperties ?? []).sorted().map { .value(.string($0)) })
        default:
            throw PersistenceError.unknownProperty(
                entity: "PersistentHistoryChange", property: key)
        }
    }
}
