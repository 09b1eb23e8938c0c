import Domain
import Foundation
import Persistence

extension FieldDescription {
    /// What a record has in the field, as its page says it; an empty text if that is nothing.
    ///
    /// - Parameter currency: of amounts of money.
    /// - Throws: errors of the store, and of a name that is none of the record's.
    func fact(
        of record: ManagedObject, in currency: Currency, _ links: SiteLinks
    ) throws -> RecordFact {
        let text = try text(of: record)
        let value = try record.value(forKey: name)
        switch (kind, value) {
        case (.day, let date as Date): return RecordFact(label, DayText.long(CalendarDay(date)))
        case (.item, let item as Item):
            // One in the trash has no page.
            let path = item.isTrashed ? nil : links(.item(item.key))
            return RecordFact(label, item.itemName ?? "", path: path)
        case (.reference(let reference), let other as ManagedObject):
            return RecordFact(label, try reference.title(of: other))
        case (.choice(let options), _):
            return RecordFact(label, options.first { $0.value == text }?.label ?? text)
        case (.text, _): return RecordFact(label, text, isLong: true)
        default: return RecordFact(label, shown(text, in: currency))
        }
    }
}

extension RecordReference {
    /// What people know a record by.
    ///
    /// - Throws: errors of the store, and of a label that is none of the record's.
    func title(of record: ManagedObject) throws -> String {
        try (record as? any TitledRecord)?.title ?? record.value(forKey: label) as? String ?? ""
    }
}
