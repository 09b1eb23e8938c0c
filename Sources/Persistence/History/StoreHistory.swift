public import Foundation

/// The author and context of a transaction, as history keeps them.
public struct StoreTransactionOrigin: Sendable, Hashable {
    /// The context's author.
    public var author: String?
    /// The context's name.
    public var contextName: String?
    /// Annotations of records that the transaction updates or deletes.
    public var annotations: [StoreReference: Data]

    /// Says who writes.
    public init(
        author: String? = nil, contextName: String? = nil,
        annotations: [StoreReference: Data] = [:]
    ) {
        self.author = author
        self.contextName = contextName
        self.annotations = annotations
    }
}

/// Up to where history is forgotten.
public enum StoreHistoryEnd: Sendable, Hashable {
    /// Before the transaction of a number.
    case number(Int64)
    /// Before a date.
    case date(Date)
}

extension StoreTransaction {
    /// Records who writes. A store without a history forgets it.
    public func setOrigin(_ origin: StoreTransactionOrigin) {}

    /// Records what is no record. A store without a history forgets it.
    public func recordOtherChange() {}

    /// Takes nothing over: the store keeps no history.
    public func insertHistory(
        _ transactions: [PersistentHistoryTransaction], through last: Int64
    ) throws {}
}

extension StoreSession {
    /// False: the store keeps no history.
    public func beginHistory() throws -> Bool { false }

    /// Refuses: the store keeps no history.
    public func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        throw PersistenceError.misuse("The store keeps no history")
    }

    /// Refuses: the store keeps no history.
    public func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        throw PersistenceError.misuse("The store keeps no history")
    }

    /// Nothing: the store keeps no history.
    public func deleteHistory(of records: [ManagedObjectID]) throws -> Int { 0 }

    /// Nothing: the store keeps no history.
    public func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int { 0 }

    /// Nil: the store keeps no history.
    public func lastHistoryNumber() throws -> Int64? { nil }
}
