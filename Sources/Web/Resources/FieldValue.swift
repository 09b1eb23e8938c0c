import Domain
import Foundation
import Persistence

/// The value of a field or another figure of a record. Its kind decides how forms, documents and
/// tables show it.
enum FieldValue: Sendable {
    /// Text that a user wrote.
    case text(String?)
    /// A word of the program, such as a state.
    case word(String?)
    case integer(Int64?)
    case quantity(Decimal?)
    case money(Decimal?)
    /// A whole amount of money; zero is no amount.
    case wholeMoney(Int64?)
    case millimeters(Double?)
    case day(CalendarDay?)
    case instant(Date?)
    case flag(Bool)
    case item(ItemContainer?)
    /// Another record, by its number, with its title.
    case record((number: Int64, label: String)?)
    /// Any other value, for JSON only.
    case document(JSONValue)

    static func count(_ count: Int) -> FieldValue { .integer(Int64(count)) }

    /// The value as text of a form field.
    var text: String {
        switch self {
        case .text(let text), .word(let text): text ?? ""
        case .integer(let number): number.map { String($0) } ?? ""
        case .quantity(let quantity): quantity.map(Region.current.fieldText(quantity:)) ?? ""
        case .money(let amount): amount.map(Region.current.fieldText(money:)) ?? ""
        case .wholeMoney(let amount): amount.map { $0 == 0 ? "" : String($0) } ?? ""
        case .millimeters(let length):
            length.map { Region.current.fieldText(plain: LabelFormat.text($0)) } ?? ""
        case .day(let day): day?.description ?? ""
        case .instant(let date): date.map(ISO8601Text.utc) ?? ""
        case .flag(let flag): flag ? "yes" : "no"
        case .item(let item): item?.text ?? ""
        case .record(let record): record.map { String($0.number) } ?? ""
        case .document(let value): value.text
        }
    }

    /// The value as JSON; an empty text is null.
    var json: JSONValue {
        switch self {
        case .text(let text), .word(let text): .string(text.flatMap { $0.isEmpty ? nil : $0 })
        case .integer(let number), .wholeMoney(let number): .int(number)
        case .quantity(let quantity): .decimal(quantity)
        case .money(let amount): .string(amount.map(Money.plainText))
        case .millimeters(let length): length.map { .double($0) } ?? .null
        case .day(let day): .string(day?.description)
        case .instant(let date): .date(date)
        case .flag(let flag): .bool(flag)
        case .item(let item):
            item.map {
                .object([
                    ("itemKey", .string($0.key.uuidString)), ("label", .string($0.text)),
                ])
            } ?? .null
        case .record(let record):
            record.map { .object([("id", .int($0.number)), ("label", .string($0.label))]) } ?? .null
        case .document(let value): value
        }
    }

    /// The value as a cell of CSV.
    var cell: CSVDocument.Cell {
        switch self {
        case .text(let text): .text(text)
        case .word(let text): .plain(text)
        case .integer(let number), .wholeMoney(let number): .int(number)
        case .quantity(let quantity): .decimal(quantity)
        case .money(let amount): .plain(amount.map(Money.plainText))
        case .millimeters(let length): .plain(length.map(LabelFormat.text))
        case .day, .instant, .flag: .plain(text)
        case .item(let item): .text(item?.text)
        case .record(let record): .text(record?.label)
        case .document: .plain(nil)
        }
    }
}

extension FieldDescription {
    /// The value of the field in a record.
    ///
    /// - Throws: errors of the store, and of a name that the record does not have.
    func value(of record: ManagedObject) throws -> FieldValue {
        if let spelling { return .word(try spelling.text(record, nil)) }
        switch kind {
        case .item: return .item((try record.value(forKey: name) as? Item).map(ItemContainer.init))
        case .reference(let reference):
            guard let other = try reference.record(in: name, of: record) else {
                return .record(nil)
            }
            return .record((other.savedNumber, try reference.title(of: other)))
        case .named(let reference):
            return .text(try (record.value(forKey: name) as? ManagedObject).map(reference.title))
        default: return value(try record.attributeValue(forKey: name))
        }
    }

    /// The value of an attribute in the form of the field.
    func value(_ value: AttributeValue) -> FieldValue {
        switch kind {
        case .money: .money(value.decimalValue)
        case .wholeMoney: .wholeMoney(value.integerValue)
        case .quantity: .quantity(value.decimalValue)
        case .integer: .integer(value.integerValue)
        case .millimeters: .millimeters(value.doubleValue)
        case .day: .day(value.dateValue.map(CalendarDay.init))
        case .choice: .word(value.stringValue)
        default: .text(value.stringValue)
        }
    }
}
