import Foundation
import Persistence

/// The notation of a value in cells.
struct CellFormat<Value: Equatable> {
    /// Reads the cell of a column; nil if it is empty or invalid.
    let read: (inout RowProgress, ImportColumn) -> Value?
    /// The text of a value in a change.
    var text: (Value) -> String
    /// Whether a stored value is that of a cell.
    var isSame: (_ stored: Value?, _ cell: Value?) -> Bool = { $0 == $1 }
}

extension CellFormat<String> {
    /// One line of text.
    static var line: Self { oneLine { $0.text($1) } }

    /// One line of text that is read in another notation.
    static func oneLine(_ read: @escaping (inout RowProgress, ImportColumn) -> String?) -> Self {
        Self(read: read, text: { $0 }, isSame: { ImportRow.oneLine($0 ?? "") == $1 ?? "" })
    }

    /// Text with its line breaks.
    static var lines: Self {
        Self(read: { $0.text($1) }, text: { $0 }, isSame: { ImportRow.lines($0 ?? "") == $1 ?? "" })
    }
}

extension CellFormat<Decimal> {
    static func money(_ currency: Currency) -> Self {
        Self(read: { $0.money($1, in: currency) }, text: Money.plainText)
    }

    static var quantity: Self { Self(read: { $0.quantity($1) }, text: Quantity.text) }

    static func quantity(in range: ClosedRange<Decimal>) -> Self {
        Self(read: { $0.quantity($1, in: range) }, text: Quantity.text)
    }
}

extension CellFormat<Date> {
    /// A day, which is stored as its midnight in UTC.
    static var day: Self {
        Self(
            read: { $0.date($1)?.day.date }, text: { CalendarDay($0).description },
            isSame: { $0.map { CalendarDay($0) } == $1.map { CalendarDay($0) } })
    }
}

extension CellFormat<TimeOfDay> {
    static var time: Self { Self(read: { $0.time($1) }, text: \.description) }
}

extension Importer {
    /// Sets a value of a record from its cell. An empty cell removes the value; without the column, nothing
    /// changes.
    ///
    /// - Parameters:
    ///   - keepsIfEmpty: whether an empty cell changes nothing. Default: false.
    ///   - fault: the reason why a value is refused; nil for a valid one.
    func set<Object: ManagedObject, Value>(
        _ keyPath: ReferenceWritableKeyPath<Object, Value?>, of object: Object,
        _ column: ImportColumn, as format: CellFormat<Value>, keepsIfEmpty: Bool = false,
        refusing fault: (Value) -> String? = { _ in nil }
    ) {
        let value = format.read(&row, column)
        set(
            keyPath, of: object, column, to: value, as: format, keepsIfEmpty: keepsIfEmpty,
            refusing: fault)
    }

    /// The same with a value that was read from the cell before.
    func set<Object: ManagedObject, Value>(
        _ keyPath: ReferenceWritableKeyPath<Object, Value?>, of object: Object,
        _ column: ImportColumn, to value: Value?, as format: CellFormat<Value>,
        keepsIfEmpty: Bool = false, refusing fault: (Value) -> String? = { _ in nil }
    ) {
        guard row.has(column), !keepsIfEmpty || !row.isEmpty(column) else { return }
        let former = object[keyPath: keyPath]
        guard !row.isAtFault(column), !format.isSame(former, value) else { return }
        if let fault = value.flatMap(fault) { return row.fail(column, fault) }
        noteChange(column, from: former.map(format.text) ?? "", to: value.map(format.text) ?? "")
        object[keyPath: keyPath] = value
    }

    /// Sets a value of a record if it differs; nil leaves it.
    func set<Object: ManagedObject, Value: Equatable>(
        _ keyPath: ReferenceWritableKeyPath<Object, Value>, of object: Object,
        _ column: ImportColumn, to value: Value?, text: (Value) -> String = { "\($0)" }
    ) {
        let former = object[keyPath: keyPath]
        guard let value, former != value else { return }
        noteChange(column, from: text(former), to: text(value))
        object[keyPath: keyPath] = value
    }

    /// Sets a related record if it differs.
    func relate<Object: ManagedObject, Other: ManagedObject>(
        _ keyPath: ReferenceWritableKeyPath<Object, Other?>, of object: Object,
        _ column: ImportColumn, to other: Other?, text: (Other) -> String?
    ) {
        let former = object[keyPath: keyPath]
        guard former !== other else { return }
        noteChange(column, from: former.flatMap(text) ?? "", to: other.flatMap(text) ?? "")
        object[keyPath: keyPath] = other
    }

    /// Sets a time, in the precision of the cell; nil leaves it.
    func set<Object: ManagedObject>(
        _ keyPath: ReferenceWritableKeyPath<Object, Date?>, of object: Object,
        _ column: ImportColumn, to date: ImportDate?
    ) {
        let former = object[keyPath: keyPath]
        guard let date, !date.isSame(as: former) else { return }
        noteChange(column, from: ImportDate.text(former), to: ImportDate.text(date.date))
        object[keyPath: keyPath] = date.date
    }

    /// Records a changed value. The former values of new records are not needed.
    func noteChange(
        _ column: ImportColumn, from former: @autoclosure () -> String,
        to new: @autoclosure () -> String
    ) {
        guard !row.isNew else { return }
        row.note(column, from: former(), to: new())
    }
}
