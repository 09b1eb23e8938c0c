import Domain
import Foundation
import Persistence

extension FieldDescription {
    /// The value of the field on the page of a record; an empty text for none.
    ///
    /// - Parameter currency: the currency of amounts.
    /// - Throws: errors of the store, and of a name that the record does not have.
    func fact(
        of record: ManagedObject, in currency: Currency, _ links: SiteLinks
    ) throws -> RecordFact {
        let value = try value(of: record)
        switch (kind, value) {
        case (_, .day(let day?)): return RecordFact(label, DayText.long(day))
        case (_, .item(let item?)):
            // An item in the trash has no page.
            let path = item.isTrashed ? nil : links(.item(item.key))
            return RecordFact(label, item.name, path: path)
        case (_, .record(let other)): return RecordFact(label, other?.label ?? "")
        case (.choice(let options), _):
            let text = value.text
            return RecordFact(label, options.first { $0.value == text }?.label ?? text)
        case (.text, _): return RecordFact(label, value.text, isLong: true)
        default: return RecordFact(label, shown(value.text, in: currency))
        }
    }
}

extension RecordReference {
    /// The title of a record.
    ///
    /// - Throws: errors of the store, and of a label that the record does not have.
    func title(of record: ManagedObject) throws -> String {
        try (record as? any TitledRecord)?.title ?? record.value(forKey: label) as? String ?? ""
    }
}

/// A record whose title consists of more than one attribute.
protocol TitledRecord {
    var title: String { get }
}
