public import Foundation
import Persistence

/// How many items there are of a kind, and what they are worth together.
public struct ItemTotals: Sendable, Hashable {
    /// The number of items.
    public var count: Int
    /// The sum of their values, in dollars; of an item that there are several of, as often as there
    /// are.
    public var valueInDollars: Int64
    /// The sum of what new ones would cost, likewise, in the currency of the household; nil if that is known of
    /// none of them.
    public var replacementValue: Decimal? { replacedCount == 0 ? nil : replacementSum }

    /// How many of the items have a replacement value.
    private var replacedCount = 0
    private var replacementSum = Decimal()
    /// Their part of ``valueInDollars``.
    private var replacedValueInDollars: Int64 = 0

    /// Makes totals of items without replacement values by hand.
    public init(count: Int = 0, valueInDollars: Int64 = 0) {
        self.count = count
        self.valueInDollars = valueInDollars
    }

    /// The totals of items that are worth the same.
    public init(_ value: ItemValue, count: Int = 1) {
        self.init(count: count, valueInDollars: Int64(count) * value.whole)
        guard let replacementValue = value.replacementValue else { return }
        replace(at: replacementValue, pieces: Decimal(count) * Decimal(value.quantity))
    }

    /// The totals in the columns of a request.
    init(_ row: FetchedDictionary) {
        func number(_ key: String) -> Int64 { row[key]?.wholeNumber ?? 0 }
        count = Int(number("count"))
        valueInDollars = number("value") / 100
        replacedCount = Int(number("replaced"))
        replacementSum = Cents.amount(number("replacement"))
        replacedValueInDollars = valueInDollars - number("unreplaced") / 100
    }

    /// Notes that all of the items have a replacement value.
    private mutating func replace(at replacementValue: Decimal, pieces: Decimal) {
        replacedCount = count
        replacementSum = replacementValue * pieces
        replacedValueInDollars = valueInDollars
    }

    /// What the items are worth in a household that reckons in a currency.
    public func worth(in currency: Currency) -> Worth {
        guard currency != .dollar else {
            return Worth(currency: currency, valueInDollars: valueInDollars)
        }
        return Worth(
            currency: currency, replacementValue: replacementValue,
            valueInDollars: valueInDollars - replacedValueInDollars)
    }

    /// The request for the totals of a query, what was sold among them. All that it adds up is in the store as
    /// whole numbers.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        let value = FetchExpression.key("valueCents")
        let replacement = FetchExpression.key("replacementCents")
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("value", .function("sum:", [value])),
                ("replaced", .function("count:", [replacement])),
                ("replacement", .function("sum:", [replacement])),
                (
                    "unreplaced",
                    .function("sum:", [.conditional(replacement == nil, value, .value(0))])
                ),
            ])
        request.predicate = try query.condition(in: context)
        return request
    }

    /// Adds the totals of other items.
    public static func += (totals: inout ItemTotals, others: ItemTotals) {
        totals.count += others.count
        totals.valueInDollars += others.valueInDollars
        guard others.replacedCount != 0 else { return }
        totals.replacedCount += others.replacedCount
        totals.replacementSum += others.replacementSum
        totals.replacedValueInDollars += others.replacedValueInDollars
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
