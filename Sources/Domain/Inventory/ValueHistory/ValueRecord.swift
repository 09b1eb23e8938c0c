public import Foundation
public import Persistence

/// A former value of an item.
///
/// A save that changes a value inserts a record; the save that inserts the item does not. The value
/// on a day is in the first record that ends after it, otherwise in the item.
public final class ValueRecord: ManagedObject {
    /// Whether it was imported, and not made by a save.
    var isImported = false
}

extension ValueRecord {
    /// Records the values that a save changes.
    static func record(_ save: PendingSave) {
        let context = save.context
        for case let record as ValueRecord in context.insertedObjects
        where record.item != nil && !record.isImported {
            // A failed save may have left it.
            context.delete(record)
        }
        for case let item as Item in context.updatedObjects {
            let isSkipped = item.skipsValueRecord
            item.skipsValueRecord = false
            guard !isSkipped, let former = item.formerValue else { continue }
            let record = ValueRecord(context: context)
            record.until = save.date
            record.valueInDollars = former.valueInDollars
            record.replacementValue = former.replacementValue
            record.quantity = former.quantity
            record.item = item
        }
    }
}

/// The value of an item in the household's currency: the value of one piece in whole units, the
/// quantity, and the replacement price.
public struct ItemValue: Sendable, Hashable {
    public let valueInDollars: Int32
    public let replacementValue: Decimal?
    public let quantity: Int32

    public init(valueInDollars: Int32, replacementValue: Decimal?, quantity: Int32) {
        self.valueInDollars = valueInDollars
        self.replacementValue = replacementValue
        self.quantity = quantity
    }

    /// The value of all pieces.
    public var whole: Int64 { Int64(valueInDollars) * Int64(quantity) }

    /// The worth of one piece in the household's currency: the replacement price, otherwise the
    /// value; nil if both are unknown. A value of 0 means unknown.
    public var worth: Decimal? {
        if let replacementValue, replacementValue > 0 { return replacementValue }
        return valueInDollars > 0 ? Decimal(valueInDollars) : nil
    }

    /// The worth of all pieces.
    public var totalWorth: Decimal? { worth.map { $0 * Decimal(quantity) } }
}

extension Item {
    /// The item's value.
    public var value: ItemValue {
        ItemValue(
            valueInDollars: valueInDollars, replacementValue: replacementValue, quantity: quantity)
    }

    /// The item's value at a time.
    public func value(at date: Date) -> ItemValue {
        let next = valueRecords.filter { ($0.until ?? .distantPast) > date }
            .min { ($0.until ?? .distantPast) < ($1.until ?? .distantPast) }
        guard let next else { return value }
        return ItemValue(
            valueInDollars: next.valueInDollars, replacementValue: next.replacementValue,
            quantity: next.quantity)
    }

    /// The saved value, if it differs.
    fileprivate var formerValue: ItemValue? {
        let values = committedValues(forKeys: ["valueInDollars", "replacementValue", "quantity"])
        let former = ItemValue(
            valueInDollars: Int32(clamping: values["valueInDollars"]?.wholeNumber ?? 0),
            replacementValue: values["replacementValue"]?.decimalValue,
            quantity: Int32(clamping: values["quantity"]?.wholeNumber ?? 1))
        return former == value ? nil : former
    }
}
