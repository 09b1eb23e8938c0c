public import Foundation

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
