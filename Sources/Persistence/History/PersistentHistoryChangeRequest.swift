public import Foundation

/// A request for the history of stores.
///
/// ```swift
/// var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// request.excludedAuthors = ["import"]
/// for transaction in try context.fetchHistory(request) { … }
/// ```
/// The time depends on the number of transactions after the token, not on the length of the
/// history.
public struct PersistentHistoryChangeRequest: Sendable {
    /// The parts of the result.
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
    /// The parts of the result. Default: transactions with their changes.
    public var resultType = ResultType.transactionsAndChanges
    /// The maximum number of transactions; 0, the default, for no limit.
    public var fetchLimit = 0
    /// Whether the newest transactions come first. Default: false.
    public var isNewestFirst = false
    /// The number of the transaction at which the result ends, without it; nil, the default, for no
    /// end. For pages with the newest first, set it to the last number of the page before.
    public var endNumber: Int64?
    /// The only record whose changes are returned; nil, the default, for all.
    public var changedObject: ManagedObjectID?
    /// Authors whose transactions are left out, your own for example. Default: none.
    public var excludedAuthors: Set<String> = []
    /// The stores to read; nil, the default, for all of the coordinator.
    public var affectedStores: [any PersistentStore]?
    /// The condition for transactions; nil, the default, for all. Its keys are `transactionNumber`,
    /// `timestamp`, `author`, `contextName`, `bundleID`, `processID` and `storeID`.
    public var transactionPredicate: FetchPredicate?
    /// The condition for changes; nil, the default, for all. Transactions without such a change are
    /// left out. Its keys are `changeID`, `changeType` (Core Data's number), `changedObjectID`,
    /// `changedEntity` (the name) and `updatedProperties`.
    public var changePredicate: FetchPredicate?

    /// Requests the transactions after a token; nil for all.
    public static func fetchHistory(
        after token: PersistentHistoryToken?
    ) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .token(token))
    }

    /// Requests the transactions after a date.
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .date(date))
    }

    /// Requests the transactions after another one; in other stores, those after the position of
    /// its token.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction
    ) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .token(transaction.token))
    }
}

extension PersistentHistoryChangeRequest {
    /// The positions after which the histories are read, as far as the request gives them.
    var transactionNumbers: [String: Int64] {
        if case .token(let token) = start { token?.transactionNumbers ?? [:] } else { [:] }
    }

    /// The transactions of several stores, store by store, each with the positions up to itself in
    /// all of them.
    func inSequence(
        _ groups: [[PersistentHistoryTransaction]], from transactionNumbers: [String: Int64]
    ) -> [PersistentHistoryTransaction] {
        var transactions = Array(groups.joined())
        if fetchLimit > 0 { transactions = Array(transactions.prefix(fetchLimit)) }
        var transactionNumbers = transactionNumbers
        for index in transactions.indices {
            transactionNumbers[transactions[index].storeID] = transactions[index].transactionNumber
            transactions[index].transactionNumbers = transactionNumbers
        }
        return transactions
    }
}
