public import Foundation
import Persistence

/// A value of an item over a period.
public struct ValuePeriod: Sendable, Hashable {
    /// The beginning of the period.
    public let since: Date
    public let value: ItemValue

    public init(since: Date, value: ItemValue) {
        self.since = since
        self.value = value
    }
}

extension Item {
    /// The item's values over time, the earliest known first; the last one is the current value.
    public var valueHistory: [ValuePeriod] {
        let records = valueRecords.sorted {
            ($0.until ?? .distantPast) < ($1.until ?? .distantPast)
        }
        var since = dateCreated ?? records.first?.until ?? Date(timeIntervalSinceReferenceDate: 0)
        var history: [ValuePeriod] = []
        for record in records {
            let former = ItemValue(
                valueInDollars: record.valueInDollars, replacementValue: record.replacementValue,
                quantity: record.quantity)
            history.append(ValuePeriod(since: since, value: former))
            since = record.until ?? since
        }
        history.append(ValuePeriod(since: since, value: value))
        return history
    }
}

/// A former value of an item, as a cell of a table.
public struct ValueEntry: ListEntry {
    /// The time of its end.
    public var until: String
    public var valueInDollars: Int32
    /// Nil for 1.
    public var quantity: Int32?
    /// The replacement price; nil if unknown.
    public var replacementValue: String?

    /// The former values of an item, the earliest first.
    public static func all(of item: Item) -> [ValueEntry] {
        item.valueRecords.map { record in
            ValueEntry(
                until: ImportDate.text(record.until), valueInDollars: record.valueInDollars,
                quantity: record.quantity == 1 ? nil : record.quantity,
                replacementValue: record.replacementValue.map(Money.plainText))
        }.sorted { ($0.until, $0.valueInDollars) < ($1.until, $1.valueInDollars) }
    }

    /// Inserts the record; nil if the time or the amount is invalid.
    ///
    /// - Parameter currency: the currency of the replacement price.
    func record(
        of item: Item, _ currency: Currency, in context: ManagedObjectContext
    ) -> ValueRecord? {
        guard let moment = ImportDate(until),
            replacementValue.map({ (try? Money.parse($0, in: currency)) != nil }) ?? true
        else { return nil }
        let record = ValueRecord(context: context)
        record.isImported = true
        record.until = moment.date
        record.valueInDollars = valueInDollars
        record.quantity = quantity ?? 1
        record.replacementValue = replacementValue.flatMap { try? Money.parse($0, in: currency) }
        record.item = item
        return record
    }
}
