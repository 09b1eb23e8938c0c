public import Foundation
import Persistence

/// Selects changes. The latest come first.
public struct ActivityQuery: Sendable {
    /// The author, including their scripts and imports; nil for all.
    public var author: String?
    /// The entities; nil for all.
    public var entities: Set<EntityName>?
    /// The period; nil for all.
    public var period: Range<Date>?
    /// The number of the save before which to look; nil for all.
    public var endNumber: Int64?
    /// The numbers of the saves; nil for all.
    public var numbers: Set<Int64>?
    /// The maximum number of saves; 0 for no limit.
    public var limit = 50
    /// Whether to include the changes of records. Default: true.
    public var tellsChanges = true

    public init() {}

    /// The selected changes.
    ///
    /// - Throws: errors of the store.
    func run(in context: ManagedObjectContext) throws -> [Activity] {
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        if let period { request = .fetchHistory(after: period.lowerBound - 0.001) }
        request.resultType = tellsChanges ? .transactionsAndChanges : .transactionsOnly
        request.transactionPredicate = FetchPredicate.all(transactionConditions)
        request.changePredicate = entities.map { entities in
            FetchExpression.key("changedEntity").isIn(entities.map(\.rawValue).sorted())
        }
        return try Self.fetch(request, before: endNumber, limit: limit, in: context)
    }

    /// The changes of a record, latest first.
    ///
    /// - Throws: errors of the store.
    static func changes(
        of id: ManagedObjectID, limit: Int, in context: ManagedObjectContext
    ) throws -> [Activity] {
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        request.changedObject = id
        request.transactionPredicate = isOfSomebody
        return try fetch(request, before: nil, limit: limit, in: context)
    }

    private static func fetch(
        _ request: PersistentHistoryChangeRequest, before number: Int64?, limit: Int,
        in context: ManagedObjectContext
    ) throws -> [Activity] {
        var request = request
        request.transactionPredicate = .all(
            [request.transactionPredicate].compactMap(\.self)
                + [.not(.key("author") == Author.upgrade)])
        request.isNewestFirst = true
        request.endNumber = number
        request.fetchLimit = limit
        return try context.fetchHistory(request).map(Activity.init)
    }

    private static let isOfSomebody = FetchPredicate.or([
        .key("author") == nil, .not(.key("author") == Author.upgrade),
    ])

    private var transactionConditions: [FetchPredicate] {
        var conditions = [Self.isOfSomebody]
        if let author {
            // For a person's scripts and imports, the name is followed by an addition in brackets.
            let key = FetchExpression.key("author")
            conditions.append(key == author || key.begins(with: author + " ("))
        }
        if let numbers {
            conditions.append(FetchExpression.key("transactionNumber").isIn(numbers))
        }
        if let period { conditions.append(.key("timestamp") < period.upperBound) }
        return conditions
    }
}
