public import Foundation

/// What is asked of the history of stores.
public struct PersistentHistoryChangeRequest: Sendable {
    /// How much is told.
    public enum ResultType: Sendable, Hashable {
        /// Transactions without their changes.
        case transactionsOnly
        /// Transactions with their changes.
        case transactionsAndChanges
    }

    enum Start: Sendable {
        case token(PersistentHistoryToken?)
        case date(Date)
    }

    var start: Start
    /// How much is told. Default: transactions and changes.
    public var resultType = ResultType.transactionsAndChanges
    /// The greatest number of transactions; 0, the default, for no limit.
    public var fetchLimit = 0
    /// Authors whose transactions are passed over: one's own, for example. Default: none.
    public var excludedAuthors: Set<String> = []

    /// The transactions behind a token; nil for all.
    public static func fetchHistory(
        after token: PersistentHistoryToken?
    ) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .token(token))
    }

    /// The transactions later than a date.
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .date(date))
    }

    /// The transactions behind another one of the same store.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction
    ) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .token(transaction.token))
    }
}
