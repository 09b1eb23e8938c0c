public import Foundation

/// A request for the history of stores.
///
/// ```swift
/// var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// request.excludedAuthors = ["import"]
/// for transaction in try context.fetchHistory(request) { … }
/// ```
/// It takes time in proportion to the transactions behind the token, not to the whole history.
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
    /// Whether the last transactions come first. Default: no.
    public var isNewestFirst = false
    /// Transactions of this number and later ones are passed over; nil, the default, for none. With the
    /// newest first, who has shown some goes on from the last of them.
    public var endNumber: Int64?
    /// The record whose changes are told, and no others; nil, the default, for all.
    public var changedObject: ManagedObjectID?
    /// Authors whose transactions are passed over: one's own, for example. Default: none.
    public var excludedAuthors: Set<String> = []
    /// The stores that are asked; nil, the default, for all of the coordinator's.
    public var affectedStores: [any PersistentStore]?
    /// Which transactions; nil, the default, for all. The keys of the predicate are
    /// `transactionNumber`, `timestamp`, `author`, `contextName`, `bundleID`, `processID` and
    /// `storeID`.
    public var transactionPredicate: FetchPredicate?
    /// Which changes; nil, the default, for all. Transactions that have none of them are left out. The
    /// keys of the predicate are `changeID`, `changeType` (Core Data's number), `changedObjectID`,
    /// `changedEntity` (the name) and `updatedProperties`.
    public var changePredicate: FetchPredicate?

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

    /// The transactions behind another one; of other stores, those behind the place that its token
    /// has for them.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction
    ) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(start: .token(transaction.token))
    }
}

extension PersistentHistoryChangeRequest {
    /// Where the histories are read from, as far as the request says.
    var places: [String: Int64] {
        if case .token(let token) = start { token?.transactionNumbers ?? [:] } else { [:] }
    }

    /// The transactions of several stores, one store after the other, each with the place that is
    /// behind it and behind all those before it.
    func inSequence(
        _ groups: [[PersistentHistoryTransaction]], from places: [String: Int64]
    ) -> [PersistentHistoryTransaction] {
        var transactions = Array(groups.joined())
        if fetchLimit > 0 { transactions = Array(transactions.prefix(fetchLimit)) }
        var places = places
        for index in transactions.indices {
            places[transactions[index].storeID] = transactions[index].transactionNumber
            transactions[index].places = places
        }
        return transactions
    }
}
