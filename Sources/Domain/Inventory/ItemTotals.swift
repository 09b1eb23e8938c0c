public import Persistence

/// How many items there are of a kind, and what they are worth together.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values, in dollars.
    public var valueInDollars: Int64

    /// Makes totals by hand.
    public init(count: Int = 0, valueInDollars: Int64 = 0) {
        self.count = count
        self.valueInDollars = valueInDollars
    }

    /// Counts and adds up the items of a query, without those that were sold unless it asks for
    /// them.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(_ query: ItemQuery, in context: ManagedObjectContext) throws {
        let request = try Self.request(query, context)
        self.init(try context.fetchDictionaries(request).first ?? [:])
    }

    /// The totals of each type that has items, by record number, and of the items without a type.
    ///
    /// - Throws: errors of the predicate and of the store.
    public static func byType(
        _ query: ItemQuery, in context: ManagedObjectContext
    ) throws -> [Int64?: ItemTotals] {
        var request = try request(query, context)
        request.columns.append(("type", .keyPath(["assetType"])))
        request.propertiesToGroupBy = [.keyPath(["assetType"])]
        var totals: [Int64?: ItemTotals] = [:]
        for row in try context.fetchDictionaries(request) {
            var number: Int64?
            if case .object(let id) = row["type"] { number = id.recordNumber }
            totals[number] = ItemTotals(row)
        }
        return totals
    }

    /// The totals in the columns of a request.
    init(_ row: FetchedDictionary) {
        count = Int(row["count"]?.wholeNumber ?? 0)
        valueInDollars = row["sum"]?.wholeNumber ?? 0
    }

    /// The request for the totals of a query, in all or of groups.
    private static func request(
        _ query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var query = query
        // What was sold is not the household's any more.
        query.sold = query.sold ?? false
        return try request(ofAll: query, context)
    }

    /// The request for the totals of a query, what was sold among them.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [.keyPath(["valueInDollars"])])),
            ])
        request.predicate = try query.condition(context.coordinator)
        return request
    }

    /// Adds the totals of other items.
    static func += (totals: inout ItemTotals, others: ItemTotals) {
        totals.count += others.count
        totals.valueInDollars += others.valueInDollars
    }
}

extension AttributeValue {
    /// The number of a count or a sum; nil for anything else.
    var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        default: nil
        }
    }
}
