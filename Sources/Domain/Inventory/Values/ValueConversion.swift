public import Foundation
public import Persistence

/// The values of all items changed from one currency to another at a rate, with what they were, so that it can be
/// undone. What the items were worth before follows, so that reports of earlier days are in the same currency.
public struct ValueConversion: Sendable, Codable {
    /// A value before and after.
    struct Step: Sendable, Codable {
        let former: Int32
        let present: Int32
    }

    /// By the numbers of the items.
    private let items: [Int64: Step]
    /// By the numbers of the records of what they were worth before.
    private let records: [Int64: Step]

    /// How many items have another value.
    public var count: Int { items.count }

    /// Multiplies the values, those of items in the trash too, and rounds them to whole units. What has a value keeps
    /// one: no value becomes 0.
    ///
    /// - Throws: ``ValueConversionFault``, and errors of the store.
    public static func convert(
        by rate: Decimal, in context: ManagedObjectContext
    ) throws -> ValueConversion {
        var (items, records) = ([Int64: Step](), [Int64: Step]())
        for item in try context.fetch(FetchRequest<Item>(Item.hasValue)) {
            let former = item.valueInDollars
            let step = Step(former: former, present: try converted(former, by: rate))
            items[item.objectID.recordNumber ?? 0] = step
            item.convert(to: step.present)
        }
        for record in try context.fetch(FetchRequest<ValueRecord>(.key("valueInDollars") > 0)) {
            let former = record.valueInDollars
            let step = Step(former: former, present: try converted(former, by: rate))
            records[record.objectID.recordNumber ?? 0] = step
            record.valueInDollars = step.present
        }
        try ValueNotice.set(.none, in: context)
        return ValueConversion(items: items, records: records)
    }

    /// Leaves all values as they are, in the currency of the household from now on.
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

    /// Gives the values back; one that somebody has changed since stays as it is. The question is asked again.
    ///
    /// - Returns: how many items have their value again.
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

/// A rate that makes a value greater than an item can have.
public struct ValueConversionFault: Error {
    /// The value before.
    public let value: Int32
}

extension Item {
    /// Gives the item the same value in another currency: it was never worth anything else.
    fileprivate func convert(to value: Int32) {
        valueInDollars = value
        isConverted = true
    }
}
