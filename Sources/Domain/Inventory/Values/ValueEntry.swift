import Foundation
import Persistence

/// What an item was worth until somebody said otherwise, as it stands in a cell of a table.
public struct ValueEntry: ListEntry {
    /// The moment.
    public var until: String
    public var valueInDollars: Int32
    /// Nil for one.
    public var quantity: Int32?
    /// What a new one cost; nil if nobody had said.
    public var replacementValue: String?

    /// What an item was worth before, the first value first.
    public static func all(of item: Item) -> [ValueEntry] {
        item.valueRecords.map { record in
            ValueEntry(
                until: ImportDate.text(record.until), valueInDollars: record.valueInDollars,
                quantity: record.quantity == 1 ? nil : record.quantity,
                replacementValue: record.replacementValue.map(Money.plainText))
        }.sorted { ($0.until, $0.valueInDollars) < ($1.until, $1.valueInDollars) }
    }

    /// A new record; nil if the moment or the amount is none.
    ///
    /// - Parameter currency: of what a new one cost.
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
