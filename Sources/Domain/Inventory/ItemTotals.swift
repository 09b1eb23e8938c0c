public import Foundation
import Persistence

/// How many items there are of a kind, and what they are worth together.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values; of an item that there are several of, as often as there are.
    public var valueInDollars: Int64
    /// The sum of what they are worth (``ItemValue/worth``), likewise; nil if that is known of none of them.
    public var worth: Decimal? { valuedCount == 0 ? nil : worthSum }

    /// How many of the items are valued.
    public private(set) var valuedCount: Int
    private var worthSum: Decimal

    /// Makes totals of items with values alone by hand.
    public init(count: Int = 0, valueInDollars: Int64 = 0) {
        self.count = count
        self.valueInDollars = valueInDollars
        valuedCount = valueInDollars == 0 ? 0 : count
        worthSum = Decimal(valueInDollars)
    }

    /// The totals of items that are worth the same.
    public init(_ value: ItemValue, count: Int = 1) {
        self.count = count
        valueInDollars = Int64(count) * value.whole
        valuedCount = value.worth == nil ? 0 : count
        worthSum = (value.totalWorth ?? 0) * Decimal(count)
    }

    /// The totals in the columns of a request.
    init(_ row: FetchedDictionary) {
        func number(_ key: String) -> Int64 { row[key]?.wholeNumber ?? 0 }
        count = Int(number("count"))
        valueInDollars = number("value") / 100
        valuedCount = Int(number("valued"))
        worthSum = Cents.amount(number("worth"))
    }

    /// The request for the totals of a query, what was sold among them. All that it adds up is in the store as
    /// whole numbers.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        let worth = FetchExpression.key("totalWorthCents")
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("value", .function("sum:", [.key("totalValueCents")])),
                ("valued", .function("count:", [worth])),
                ("worth", .function("sum:", [worth])),
            ])
        request.predicate = try query.condition(in: context)
        return request
    }

    /// Adds the totals of other items.
    public static func += (totals: inout ItemTotals, others: ItemTotals) {
        totals.count += others.count
        totals.valueInDollars += others.valueInDollars
        totals.valuedCount += others.valuedCount
        totals.worthSum += others.worthSum
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
