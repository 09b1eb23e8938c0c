public import Foundation

/// What an item was worth, from when to when.
public struct ValuePeriod: Sendable, Hashable {
    /// When it began to be worth that.
    public let since: Date
    public let value: ItemValue
}

extension Item {
    /// What the item was worth over time, the first known value first; the last one is what it is worth
    /// now.
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
