public import Foundation

/// A transaction of a store's history: the changes of one save or batch request.
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

/// One record's part in a transaction of a store's history.
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
    /// The record, which may be gone by now.
    public let changedObjectID: ManagedObjectID
    /// The names of the properties that an update wrote; nil for other changes, and where it is not
    /// known.
    public let updatedProperties: Set<String>?
    /// Of a deleted record, the values that the model preserves after deletion, by name.
    public let tombstone: [String: AttributeValue]
    /// The annotation of the context that saved the update or deletion; nil without one.
    public let annotation: Data?
}

/// A place in the histories of stores: behind one transaction of each.
///
/// It can be written down (`Codable`) to go on from there later.
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
