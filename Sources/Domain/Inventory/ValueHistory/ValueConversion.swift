public import Foundation
public import Persistence

/// A conversion of all items' values to another currency, which can be undone. Former values are
/// converted too, so that reports of earlier days use the same currency.
public struct ValueConversion: Sendable, Codable {
    /// A value before and after.
    struct Step: Sendable, Codable {
        let former: Int32
        let present: Int32
    }

    /// By item number.
    private let items: [Int64: Step]
    /// By the record numbers of former values.
    private let records: [Int64: Step]

    /// The number of items whose value changed.
    public var count: Int { items.count }

    /// Multiplies the values, including those of trashed items, and rounds them to whole units. No
    /// value becomes 0.
    ///
    /// - Throws: ``ValueConversionFault``, and errors of the store.
    public static func convert(
        by rate: Decimal, in context: ManagedObjectContext
    ) throws -> ValueConversion {
        var (items, records) = ([Int64: Step](), [Int64: Step]())
        for item in try context.fetch(FetchRequest<Item>(Item.hasValue)) {
            let former = item.valueInDollars
            let step = Step(former: former, present: try converted(former, by: rate))
            items[item.savedNumber] = step
            item.convert(to: step.present)
        }
        for record in try context.fetch(FetchRequest<ValueRecord>(.key("valueInDollars") > 0)) {
            let former = record.valueInDollars
            let step = Step(former: former, present: try converted(former, by: rate))
            records[record.savedNumber] = step
            record.valueInDollars = step.present
        }
        try ValueNotice.set(.none, in: context)
        return ValueConversion(items: items, records: records)
    }

    /// Keeps all numbers, which are in the household's currency from now on.
    ///
    /// - Throws: errors of the store.
    public static func keep(in context: ManagedObjectContext) throws -> ValueConversion {
        try ValueNotice.set(.none, in: context)
        return ValueConversion(items: [:], records: [:])
    }

    private static func converted(
        _ value: Int32, by rate: Decimal
    ) throws(ValueConversionFault) -> Int32 {
        var (exact, whole) = (Decimal(value) * rate, Decimal())
        NSDecimalRound(&whole, &exact, 0, .plain)
        guard whole <= Decimal(WholeAmount.maximum) else {
            throw ValueConversionFault(value: value)
        }
        return max(1, NSDecimalNumber(decimal: whole).int32Value)
    }

    /// Restores the values, except those that were changed since. The question is asked again.
    ///
    /// - Returns: the number of items with restored values.
    /// - Throws: errors of the store.
    public func undo(in context: ManagedObjectContext) throws -> Int {
        var count = 0
        for item in try context.fetch(FetchRequest<Item>(Item.hasValue)) {
            guard let step = item.objectID.recordNumber.flatMap({ items[$0] }),
                item.valueInDollars == step.present
            else { continue }
            item.convert(to: step.former)
            count += 1
        }
        for record in try context.fetch(FetchRequest<ValueRecord>(.key("valueInDollars") > 0)) {
            guard let step = record.objectID.recordNumber.flatMap({ records[$0] }),
                record.valueInDollars == step.present
            else { continue }
            record.valueInDollars = step.former
        }
        try ValueNotice.set(.due, in: context)
        return count
    }
}

/// Thrown if a value would exceed the limit of an item.
public struct ValueConversionFault: Error {
    /// The value before.
    public let value: Int32
}

extension Item {
    /// Sets the value in another currency without recording a change of worth.
    fileprivate func convert(to value: Int32) {
        valueInDollars = value
        skipsValueRecord = true
    }
}
