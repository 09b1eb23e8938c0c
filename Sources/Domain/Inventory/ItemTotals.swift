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
        count = Int(row["count"]?.wholeNumber ?? 0)
        let quantity = row["quantity"]?.wholeNumber ?? 0
        valueInDollars = (row["sum"]?.wholeNumber ?? 0) * quantity
        guard let replacementValue = row["replacement"]?.amount else { return }
        replace(at: replacementValue, pieces: Decimal(count) * Decimal(quantity))
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

    /// The request for the totals of a query, what was sold among them: a row for each quantity and each
    /// replacement value, because not every store multiplies.
    static func request(
        ofAll query: ItemQuery, _ context: ManagedObjectContext,
        _ belongings: BelongingSearch? = nil
    ) throws -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [.keyPath(["valueInDollars"])])),
                ("quantity", .keyPath(["quantity"])),
                ("replacement", .keyPath(["replacementValue"])),
            ])
        request.propertiesToGroupBy = [.keyPath(["quantity"]), .keyPath(["replacementValue"])]
        request.predicate = try query.condition(in: context, belongings)
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
