public import Foundation

/// The author and context of a transaction in a history.
public struct StoreTransactionOrigin: Sendable, Hashable {
    /// The context's author.
    public var author: String?
    /// The context's name.
    public var contextName: String?
    /// Annotations of records that the transaction updates or deletes.
    public var annotations: [StoreReference: Data]

    /// Creates the origin of a transaction.
    public init(
        author: String? = nil, contextName: String? = nil,
        annotations: [StoreReference: Data] = [:]
    ) {
        self.author = author
        self.contextName = contextName
        self.annotations = annotations
    }
}

/// The end of a deletion of history.
public enum StoreHistoryEnd: Sendable, Hashable {
    /// Before the transaction with a number.
    case number(Int64)
    /// Before a date.
    case date(Date)
}

extension StoreTransaction {
    /// Ignores the origin: the store has no history.
    public func setOrigin(_ origin: StoreTransactionOrigin) {}

    /// Does nothing: the store has no history.
    public func recordOtherChange() {}

    /// Does nothing: the store has no history.
    public func insertHistory(
        _ transactions: [PersistentHistoryTransaction], through last: Int64
    ) throws {}
}

extension StoreSession {
    /// False: the store has no history.
    public func beginHistory() throws -> Bool { false }

    /// Throws: the store has no history.
    public func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        throw PersistenceError.misuse("The store keeps no history")
    }

    /// Throws: the store has no history.
    public func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        throw PersistenceError.misuse("The store keeps no history")
    }

    /// 0: the store has no history.
    public func deleteHistory(of records: [ManagedObjectID]) throws -> Int { 0 }

    /// 0: the store has no history.
    public func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int { 0 }

    /// Nil: the store has no history.
    public func lastHistoryNumber() throws -> Int64? { nil }
}
