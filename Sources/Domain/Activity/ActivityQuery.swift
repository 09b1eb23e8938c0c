public import Foundation
import Persistence

/// Which changes are asked for. The last ones come first.
public struct ActivityQuery: Sendable {
    /// In whose name, scripts and imports of the person included; nil for all.
    public var author: String?
    /// Of which entities; nil for all.
    public var entities: Set<EntityName>?
    /// From when, and until before when; nil for all.
    public var period: Range<Date>?
    /// Before which save; nil for all.
    public var endNumber: Int64?
    /// The numbers of the saves; nil for all.
    public var numbers: Set<Int64>?
    /// The greatest number of saves; 0 for no limit.
    public var limit = 50
    /// Whether it is told what became of records. Default: yes.
    public var tellsChanges = true

    public init() {}

    /// The changes that were made.
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

    /// What became of one record, the last changes first.
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
            // A person's scripts and imports have something in brackets behind the name.
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
