import Domain
import Foundation
import Persistence

/// The value of a record in a field whose text, member and cell follow from its description.
struct FieldValue: Sendable {
    let field: FieldDescription
    let value: AttributeValue

    /// The value as it stands in the field of a form.
    var text: String {
        switch field.kind {
        case .money: value.decimalValue.map(Region.current.fieldText(money:)) ?? ""
        case .quantity: value.decimalValue.map(Region.current.fieldText(quantity:)) ?? ""
        case .integer: value.integerValue.map { String($0) } ?? ""
        case .day: value.dateValue.map { CalendarDay($0).description } ?? ""
        default: value.stringValue ?? ""
        }
    }

    /// The value for programs.
    var json: JSONValue {
        switch field.kind {
        case .quantity: .decimal(value.decimalValue)
        case .integer: .int(value.integerValue)
        default: .string(plainText)
        }
    }

    /// The value for spreadsheets.
    var cell: CSVDocument.Cell {
        switch field.kind {
        case .quantity: .decimal(value.decimalValue)
        case .integer: .int(value.integerValue)
        case .money, .day: .plain(plainText)
        default: .text(plainText)
        }
    }

    /// The text, the same in every region; nil for none.
    private var plainText: String? {
        switch field.kind {
        case .money: value.decimalValue.map(Money.plainText)
        case .day: value.dateValue.map { CalendarDay($0).description }
        default: value.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}

/// The values of a record in fields of its description, in their order.
struct FieldValues: Sendable {
    let values: [FieldValue]

    /// - Throws: errors of a name that is none of the record’s.
    init(_ fields: [FieldDescription], of record: ManagedObject) throws {
        values = try fields.map {
            FieldValue(field: $0, value: try record.attributeValue(forKey: $0.name))
        }
    }

    subscript(name: String) -> FieldValue? { values.first { $0.field.name == name } }

    var json: [(name: String, value: JSONValue)] { values.map { ($0.field.name, $0.json) } }

    var csvCells: [CSVDocument.Cell] { values.map(\.cell) }

    /// The texts of the fields on the record’s page, with their labels.
    func facts(in currency: Currency) -> [(String, String)] {
        values.map { ($0.field.label, $0.field.shown($0.text, in: currency)) }
    }
}
