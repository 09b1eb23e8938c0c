public import Foundation
import Persistence

/// The count and total values of some items.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values times their quantities.
    public var valueInDollars: Int64
    /// The sum of their worth (``ItemValue/worth``) times their quantities; nil if none is valued.
    public var worth: Decimal? { valuedCount == 0 ? nil : worthSum }

    /// The number of valued items.
    public private(set) var valuedCount: Int
    private var worthSum: Decimal

    /// Makes totals from a count and a value.
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

    /// The totals in a row of the request.
    init(_ row: FetchedDictionary) {
        func number(_ key: String) -> Int64 { row[key]?.wholeNumber ?? 0 }
        count = Int(number("count"))
        valueInDollars = number("value") / 100
        valuedCount = Int(number("valued"))
        worthSum = Cents.amount(number("worth"))
    }

    /// The request for the totals of a query, including sold items. All summed figures are stored
    /// as integers.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        let worth = FetchExpression.key("totalWorthCents")
        return DictionaryFetchRequest(
            entityName: "Item", try query.condition(in: context),
            columns: [
                ("count", .count), ("value", .sum(.key("totalValueCents"))),
                ("valued", .count(worth)), ("worth", .sum(worth)),
            ])
    }

    /// Adds other totals.
    public static func += (totals: inout ItemTotals, others: ItemTotals) {
        totals.count += others.count
        totals.valueInDollars += others.valueInDollars
        totals.valuedCount += others.valuedCount
        totals.worthSum += others.worthSum
    }
}

extension AttributeValue {
    /// The integer of a count or a sum; otherwise nil.
    var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        default: nil
        }
    }
}
