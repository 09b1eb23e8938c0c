import Persistence

/// How many items there are of a kind, and what they are worth together.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values, in dollars; of an item that there are several of, as often as there
    /// are.
    public var valueInDollars: Int64

    /// Makes totals by hand.
    public init(count: Int = 0, valueInDollars: Int64 = 0) {
        self.count = count
        self.valueInDollars = valueInDollars
    }

    /// The totals in the columns of a request.
    init(_ row: FetchedDictionary) {
        count = Int(row["count"]?.wholeNumber ?? 0)
        valueInDollars = (row["sum"]?.wholeNumber ?? 0) * (row["quantity"]?.wholeNumber ?? 0)
    }

    /// The request for the totals of a query, what was sold among them: a row for each quantity, because not
    /// every store multiplies.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [.keyPath(["valueInDollars"])])),
                ("quantity", .keyPath(["quantity"])),
            ])
        request.propertiesToGroupBy = [.keyPath(["quantity"])]
        request.predicate = try query.condition(context.coordinator)
        return request
    }

    /// Adds the totals of other items.
    public static func += (totals: inout ItemTotals, others: ItemTotals) {
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
