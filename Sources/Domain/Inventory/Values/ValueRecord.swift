public import Foundation
public import Persistence

/// What an item was worth until somebody said otherwise.
///
/// A record is made by the save that changes a value, and none by the save that makes an item: what an item
/// was worth on a day is in the first record that ends after it, or else in the item.
public final class ValueRecord: ManagedObject {
    /// Whether it came with an import, so that it is none of those that a save makes.
    var isImported = false
}

extension ValueRecord {
    /// Keeps the values that a save is about to change.
    static func record(_ save: PendingSave) {
        let context = save.context
        for case let record as ValueRecord in context.insertedObjects
        where record.item != nil && !record.isImported {
            // A save that failed left it; this one may do something else.
            context.delete(record)
        }
        for case let item as Item in context.updatedObjects {
            let isConverted = item.isConverted
            item.isConverted = false
            guard !isConverted, let former = item.formerValue else { continue }
            let record = ValueRecord(context: context)
            record.until = save.date
            record.valueInDollars = former.valueInDollars
            record.replacementValue = former.replacementValue
            record.quantity = former.quantity
            record.item = item
        }
    }
}

/// What an item is worth, in the currency of the household: what people say that one of it is worth, in whole
/// units, how many there are, and the price of a new one.
public struct ItemValue: Sendable, Hashable {
    public let valueInDollars: Int32
    public let replacementValue: Decimal?
    public let quantity: Int32

    public init(valueInDollars: Int32, replacementValue: Decimal?, quantity: Int32) {
        self.valueInDollars = valueInDollars
        self.replacementValue = replacementValue
        self.quantity = quantity
    }

    /// The value of all of it.
    public var whole: Int64 { Int64(valueInDollars) * Int64(quantity) }

    /// The one amount that counts for one of it, in the currency of the household: the price of a new one, or else
    /// its value; nil if neither is known. 0 says that nobody has given one.
    public var worth: Decimal? {
        if let replacementValue, replacementValue > 0 { return replacementValue }
        return valueInDollars > 0 ? Decimal(valueInDollars) : nil
    }

    /// That of all of it.
    public var totalWorth: Decimal? { worth.map { $0 * Decimal(quantity) } }
}

extension Item {
    /// What the item is worth.
    public var value: ItemValue {
        ItemValue(
            valueInDollars: valueInDollars, replacementValue: replacementValue, quantity: quantity)
    }

    /// What the item was worth at a moment.
    public func value(at date: Date) -> ItemValue {
        let next = valueRecords.filter { ($0.until ?? .distantPast) > date }
            .min { ($0.until ?? .distantPast) < ($1.until ?? .distantPast) }
        guard let next else { return value }
        return ItemValue(
            valueInDollars: next.valueInDollars, replacementValue: next.replacementValue,
            quantity: next.quantity)
    }

    /// What is saved of the value, if that is another one.
    fileprivate var formerValue: ItemValue? {
        let values = committedValues(forKeys: ["valueInDollars", "replacementValue", "quantity"])
        let former = ItemValue(
            valueInDollars: Int32(clamping: values["valueInDollars"]?.wholeNumber ?? 0),
            replacementValue: values["replacementValue"]?.decimalValue,
            quantity: Int32(clamping: values["quantity"]?.wholeNumber ?? 1))
        return former == value ? nil : former
    }
}
