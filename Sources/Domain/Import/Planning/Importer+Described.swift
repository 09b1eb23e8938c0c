import Foundation
import Persistence

/// Records that are imported by their descriptions.
extension Importer {
    /// Adds and updates records, found by their first text.
    ///
    /// - Parameter complete: what a row does besides setting the fields. Default: nothing.
    func importRecords<Record: DescribedRecord>(
        _ type: Record.Type, completing complete: (Record) throws -> Void = { _ in }
    ) throws {
        let (kind, description) = (file.kind, Record.description)
        guard let title = kind.identifyingColumns.first else { return }
        try list.read(description.entity.rawValue, [title.rawValue], in: context) {
            (nil, [Self.name($0.text(title.rawValue))])
        }
        let fields = kind.columns.compactMap { column in
            description.fields.first { $0.name == column.rawValue }.map { ($0, column) }
        }
        try forEachRowInParts {
            let name = required(title)
            // All faults of a row are found before it is matched.
            let setters = try fields.map { try setter(of: $0, in: $1) }
            guard let name, !row.isRefused else { return }
            let found = try record(key: nil, name: Self.name(name)) { Record(context: context) }
            guard let record = found else { return }
            for set in setters { try set(record) }
            if row.isNew {
                for (field, column) in fields where field.isRequired && row.text(column) == nil {
                    let hasDefault = try record.value(forKey: field.name) != nil
                    guard !hasDefault || row.has(column) else { continue }
                    row.fail(column, "a value is missing for a new \(description.one)")
                }
            }
            try complete(record)
            try noteSameRow()
        }
    }

    /// Sets described fields of a record from its row.
    ///
    /// - Throws: errors of the store, and of a field that the record does not have.
    func set(_ fields: [FieldDescription], of record: ManagedObject) throws {
        for field in fields {
            guard let column = file.kind.column(named: field.name), row.has(column) else {
                continue
            }
            try setter(of: field, in: column)(record)
        }
    }

    /// Reads the cell of a field. The closure sets its value in a record, if it differs. An empty
    /// cell removes the value, unless the field is required.
    private func setter(
        of field: FieldDescription, in column: ImportColumn
    ) throws -> (ManagedObject) throws -> Void {
        switch field.kind {
        case .line:
            let line = CellFormat<String>.oneLine { $0.text($1).map(field.reading) }
            return setter(of: field, in: column, as: line, \.stringValue)
        case .text: return setter(of: field, in: column, as: .lines, \.stringValue)
        case .money: return setter(of: field, in: column, as: .money(currency), \.decimalValue)
        case .wholeMoney:
            let whole = CellFormat<Int64>(
                read: { [currency] in $0.wholeAmount($1, in: currency).map(Int64.init) },
                text: \.description)
            return setter(of: field, in: column, as: whole, \.integerValue)
        case .quantity(let range):
            return setter(of: field, in: column, as: .quantity(in: range), \.decimalValue)
        case .millimeters(let range):
            let range = Decimal(range.lowerBound)...Decimal(range.upperBound)
            let length = CellFormat<Double>(
                read: { row, column in
                    row.quantity(column, in: range).map { NSDecimalNumber(decimal: $0).doubleValue }
                }, text: { Quantity.text(Decimal($0)) })
            return setter(of: field, in: column, as: length, \.doubleValue)
        case .integer(let range):
            let range = Int64(range.lowerBound)...Int64(range.upperBound)
            let whole = CellFormat<Int64>(read: { $0.whole($1, in: range) }, text: \.description)
            return setter(of: field, in: column, as: whole, \.integerValue)
        case .day: return setter(of: field, in: column, as: .day, \.dateValue)
        case .choice(let choices):
            let words = choices.map(\.value)
            let choice = CellFormat<String>(
                read: { row, column in
                    row.read(column, as: "one of \(words.joined(separator: ", "))") { text in
                        choices.first { [$0.value, $0.label].contains(text) }?.value
                    }
                }, text: \.self)
            return setter(of: field, in: column, as: choice, \.stringValue)
        case .item:
            return { [self] record in
                guard let text = row.text(column) else { return }
                let items = try Item.named(text, in: context)
                guard let item = items.first, items.count == 1 else {
                    return row.fail(column, "no one item is “\(text.prefix(40))”")
                }
                try relate(field.name, of: record, column, to: item, titled: "itemName")
            }
        case .reference(let other), .named(let other):
            return { [self] record in
                let found = try group(column, of: other.entityName, by: other.label)
                if let found {
                    try relate(field.name, of: record, column, to: found, titled: other.label)
                }
            }
        }
    }

    private func setter<Value>(
        of field: FieldDescription, in column: ImportColumn, as format: CellFormat<Value>,
        _ stored: @escaping (AttributeValue) -> Value?
    ) -> (ManagedObject) throws -> Void where Value: Sendable {
        let value = format.read(&row, column)
        return { [self] record in
            guard row.has(column), !row.isAtFault(column),
                !(field.isRequired && row.isEmpty(column))
            else { return }
            let former = stored(try record.attributeValue(forKey: field.name))
            guard !format.isSame(former, value) else { return }
            noteChange(
                column, from: former.map(format.text) ?? "", to: value.map(format.text) ?? "")
            try record.setValue(value, forKey: field.name)
        }
    }

    private func relate(
        _ key: String, of record: ManagedObject, _ column: ImportColumn, to other: ManagedObject,
        titled title: String
    ) throws {
        let former = try record.value(forKey: key) as? ManagedObject
        guard former !== other else { return }
        let words = try [former, other].map {
            try $0?.attributeValue(forKey: title).stringValue ?? ""
        }
        noteChange(column, from: words[0], to: words[1])
        try record.setValue(other, forKey: key)
    }
}
