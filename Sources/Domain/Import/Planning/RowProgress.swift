import Foundation

/// A row while it is imported: its cells as values, and its verdict so far.
struct RowProgress {
    let row: ImportRow
    var label: String
    var isNew = false
    private(set) var changes: [FieldChange] = []
    private(set) var notes: [String] = []
    private(set) var faults: [RowFault]

    init(_ row: ImportRow) {
        self.row = row
        label = ""
        faults = row.faults
    }

    var isRefused: Bool { !faults.isEmpty }

    /// The outcome, with the faults in the order of the file's columns.
    func outcome(_ columns: [ImportColumn]) -> RowOutcome {
        guard isRefused else {
            return RowOutcome(
                line: row.line, label: label,
                verdict: isNew ? .new : changes.isEmpty ? .unchanged : .changes(changes),
                notes: notes, furtherTexts: isNew ? row.shownTexts : [])
        }
        let faults = faults.enumerated().sorted { first, second in
            let places = [first, second].map { place(of: $0.element, columns) }
            return places[0] == places[1] ? first.offset < second.offset : places[0] < places[1]
        }.map(\.element)
        return RowOutcome(line: row.line, label: label, verdict: .refused(faults), notes: notes)
    }

    mutating func fail(_ column: ImportColumn? = nil, _ message: String) {
        fail(RowFault(column, message))
    }

    /// Adds a fault. A cell has only its first one.
    mutating func fail(_ fault: RowFault) {
        if !faults.contains(fault), fault.column.map({ !isAtFault($0) }) ?? true {
            faults.append(fault)
        }
    }

    /// Refuses the row if a cell is empty.
    mutating func require(_ column: ImportColumn) {
        if text(column) == nil { fail(column, "a value is missing") }
    }

    /// Whether the cell of a column is at fault.
    func isAtFault(_ column: ImportColumn) -> Bool { isAtFault(column.rawValue) }

    private func isAtFault(_ column: String) -> Bool { faults.contains { $0.column == column } }

    /// Faults of the whole row come first, and those of columns that are not read last.
    private func place(of fault: RowFault, _ columns: [ImportColumn]) -> Int {
        guard let column = fault.column else { return -1 }
        return columns.firstIndex { $0.rawValue == column } ?? columns.count
    }

    mutating func note(_ text: String) { notes.append(text) }

    mutating func note(_ column: ImportColumn, from former: String, to new: String) {
        changes.append(FieldChange(column: column.rawValue, former: former, new: new))
    }

    // MARK: - Cells

    /// Whether the file has a column.
    func has(_ column: ImportColumn) -> Bool { row.text(column) != nil }

    /// The text of a cell; nil if it is empty or there is no such column.
    func text(_ column: ImportColumn) -> String? {
        row.text(column).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the file has the column and the cell is empty.
    func isEmpty(_ column: ImportColumn) -> Bool { row.text(column) == "" }

    /// Reads a cell; nil if it is empty or invalid.
    mutating func read<Value, Fault: Error & CustomStringConvertible>(
        _ column: ImportColumn, _ parse: (String) throws(Fault) -> Value?
    ) -> Value? {
        guard let text = text(column) else { return nil }
        do throws(Fault) { return try parse(text) } catch {
            fail(column, error.description)
            return nil
        }
    }

    /// Reads a cell; nil if it is empty or invalid.
    ///
    /// - Parameter noun: a valid value, in words.
    mutating func read<Value>(
        _ column: ImportColumn, as noun: String, _ parse: (String) -> Value?
    ) -> Value? {
        guard let text = text(column) else { return nil }
        let value = parse(text)
        if value == nil { fail(column, "“\(text.prefix(40))” is not \(noun)") }
        return value
    }

    /// An amount of money; nil if the cell is empty or invalid.
    ///
    /// - Parameter currency: the currency. The sign of another one is a fault, because amounts are not
    ///   converted.
    mutating func money(_ column: ImportColumn, in currency: Currency) -> Decimal? {
        guard let text = text(column) else { return nil }
        do {
            let amount = try Money.parse(text, in: currency)
            if currency.fits(amount ?? 0) { return amount }
            fail(column, "amounts of \(currency.code) have no decimal places")
        } catch {
            var message = error.message(in: currency)
            if case .foreign = error {
                message +=
                    "; if it is meant in \(currency.code), remove the sign, or else give the amount in it"
            }
            fail(column, message)
        }
        return nil
    }

    /// An amount of money that may be negative; nil if the cell is empty or invalid.
    mutating func signedMoney(_ column: ImportColumn, in currency: Currency) -> Decimal? {
        guard let text = text(column), let sign = text.first, "-−".contains(sign) else {
            return money(column, in: currency)
        }
        var unsigned = RowProgress(
            ImportRow(line: row.line, cells: [column: ImportRow.oneLine(String(text.dropFirst()))]))
        let amount = unsigned.money(column, in: currency)
        for fault in unsigned.faults { fail(fault) }
        return amount.map { -$0 }
    }

    /// A whole number; nil if the cell is empty or invalid.
    mutating func whole(_ column: ImportColumn, in range: ClosedRange<Int64>) -> Int64? {
        let number = read(column) { text throws(NumberFault) in try DecimalNumber.whole(text) }
        guard let number, !range.contains(number) else { return number }
        fail(column, "\(number) is not from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The number of a record or a sale; nil if the cell is empty or invalid.
    mutating func number(_ column: ImportColumn) -> Int64? {
        whole(column, in: 1...999_999_999_999)
    }

    /// The same, without a fault.
    func number(in column: ImportColumn) -> Int64? {
        var row = self
        return row.number(column)
    }

    /// A day or an instant; nil if the cell is empty or invalid.
    mutating func date(_ column: ImportColumn) -> ImportDate? {
        read(column, ImportDate.init(parsing:))
    }

    /// The time at which something became void; nil if the cell is empty or invalid.
    mutating func voidDate() -> Date? {
        guard let date = date(.voidedAt) else { return nil }
        guard let fault = SaleDraft.fault(of: date.day) else { return date.date }
        fail(.voidedAt, fault)
        return nil
    }

    /// A time of day; nil if the cell is empty or invalid.
    mutating func time(_ column: ImportColumn) -> TimeOfDay? {
        read(column, TimeOfDay.init(parsing:))
    }

    /// A record number or a name, since files may have either.
    func reference(_ column: ImportColumn) -> (number: Int64?, name: String?) {
        guard let text = text(column) else { return (nil, nil) }
        guard text.count <= 12, text.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int64(text)
        else { return (nil, text) }
        return (number, nil)
    }

    /// A key; nil if the cell is empty or invalid.
    mutating func key(_ column: ImportColumn) -> UUID? {
        read(column, as: "a key, such as 8F1B0C5E-…") { UUID(uuidString: $0) }
    }

    /// Yes or no; nil if the cell is empty or invalid.
    mutating func flag(_ column: ImportColumn) -> Bool? {
        read(column, as: "yes or no") { text -> Bool? in
            switch text.lowercased() {
            case "yes", "true", "1", "x", "y": true
            case "no", "false", "0", "n": false
            default: nil
            }
        }
    }

    /// A position in an order; nil if the cell is empty or invalid.
    mutating func place(_ column: ImportColumn) -> Double? {
        read(column, as: "a number") { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// A quantity of the shopping list; nil if the cell is empty or invalid.
    mutating func quantity(_ column: ImportColumn) -> Decimal? {
        read(column) { text throws(NumberFault) in try Quantity.parse(text) }
    }

    /// The quantity of a product, which may be negative for a stock; nil if the cell is empty or invalid.
    mutating func quantity(_ column: ImportColumn, in range: ClosedRange<Decimal>) -> Decimal? {
        let quantity = read(column) { text throws(NumberFault) -> Decimal? in
            try range.lowerBound < 0 ? Quantity.parse(signed: text) : Quantity.parse(text)
        }
        guard let quantity, !range.contains(quantity) else { return quantity }
        fail(column, "\(quantity) is not from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// An amount in whole units of a currency; nil if the cell is empty or invalid. Cents are rounded, with a
    /// note.
    mutating func wholeAmount(_ column: ImportColumn, in currency: Currency) -> Int32? {
        if column == .valueInDollars, let text = text(column) {
            // An unclear amount is asked about as in the form.
            do throws(WholeAmountFault) { _ = try WholeAmount.parse(text, in: currency) } catch {
                if case .ambiguous = error {
                    fail(column, error.message(in: currency))
                    return nil
                }
            }
        }
        guard let amount = money(column, in: currency) else { return nil }
        var (exact, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        guard let value = Int32("\(rounded)") else {
            fail(column, "\(amount) is above \(Int32.max)")
            return nil
        }
        if rounded != amount { note("the value \(amount) is rounded to \(value)") }
        return value
    }

    /// The value of an item; in a file without values, the price paid. An item with quantity zero has
    /// no value, unless the file has one.
    mutating func itemValue(in currency: Currency) -> Int32? {
        if text(.quantity) == ImportFigure.none, text(.valueInDollars) == nil { return 0 }
        return wholeAmount(has(.valueInDollars) ? .valueInDollars : .purchasePrice, in: currency)
    }
}
