import Foundation

/// A row of an imported file.
public struct ImportRow: Sendable, Hashable {
    /// The number of its first line in the file, from 1.
    public let line: Int
    /// The cells of the accepted columns, as text in NFC.
    public internal(set) var cells: [ImportColumn: String]
    /// The reason why it is ignored; nil for a row to import.
    var leftOut: String?
    /// The faults that do not depend on records.
    var faults: [RowFault] = []
    /// Whether it is the first one of a sale without a number.
    var startsSale = false

    /// Whether its cells are in wrong columns, so that their values are meaningless.
    var isShifted: Bool { faults.contains { $0.column == nil } }

    /// The cell of a column without surrounding spaces; nil if the file has no such column.
    func text(_ column: ImportColumn) -> String? { cells[column] }

    /// Whether all cells about the sale equal those of another row, however a day is written.
    func hasSale(of other: ImportRow) -> Bool {
        hasSale(of: other) { $0.onlyDay != nil && $0.onlyDay == $1.onlyDay }
    }

    /// The same while the notation of the days is unknown: whether one of their readings is the same.
    func mayHaveSale(of other: ImportRow) -> Bool {
        hasSale(of: other) { !$0.readings.isDisjoint(with: $1.readings) }
    }

    private func hasSale(
        of other: ImportRow, where isSameDay: (_ day: WrittenDay, _ other: WrittenDay) -> Bool
    ) -> Bool {
        ImportKind.saleColumns.allSatisfy { column in
            let (own, others) = (text(column), other.text(column))
            if own == others { return true }
            guard column.isDay, let own = own.flatMap(WrittenMoment.init),
                let others = others.flatMap(WrittenMoment.init)
            else { return false }
            let areDays = own.isDay && others.isDay
            let isSameTime = own.seconds == others.seconds && own.offset == others.offset
            return (areDays || isSameTime) && isSameDay(own.day, others.day)
        }
    }

    /// The custom fields of a row, in the order of the file.
    ///
    /// - Throws: errors of the decoder.
    var ownFields: [(name: String, text: String)] {
        get throws {
            guard let cell = cells[.fields], !cell.isEmpty else { return [] }
            return try JSONDecoder().decode([[String]].self, from: Data(cell.utf8)).filter {
                $0.count == 2
            }.map { ($0[0], $0[1]) }
        }
    }
}

/// The reason why a row is rejected.
public struct RowFault: Error, Sendable, Hashable, Codable {
    /// The name of the column; nil for the whole row.
    public let column: String?
    /// The rest of the sentence, without full stop, as a form says it: `a value is missing`.
    public let message: String

    init(_ column: ImportColumn? = nil, _ message: String) {
        self.init(columnNamed: column?.rawValue, message)
    }

    init(columnNamed column: String?, _ message: String) {
        self.column = column
        self.message = message
    }

    public var text: String {
        let end = message.last.map { ".?!".contains($0) } ?? true
        return (column.map { "\($0): " } ?? "") + message + (end ? "" : ".")
    }
}

// MARK: - From cells

struct RowReader {
    let header: ImportHeader
    /// Whether text may have a protecting apostrophe for spreadsheets.
    let isDefused: Bool
    private var former: OriginRow?

    init(_ header: ImportHeader, isDefused: Bool) {
        (self.header, self.isDefused) = (header, isDefused)
    }

    /// The row of a line, with the faults of its cells that do not depend on records.
    mutating func row(line: Int, _ values: [JSONCell]) -> ImportRow {
        var taken = TakenCells()
        let (count, nameCount) = (values.count, header.names.count)
        if count != nameCount {
            taken.faults.append(
                RowFault(
                    nil,
                    "it has \(count) cell\(count == 1 ? "" : "s"), while the first line names \(nameCount) "
                        + "columns; is a separator \(count > nameCount ? "not quoted" : "missing")?"
                ))
        }
        func place(_ index: Int) -> ImportHeader.Place? {
            index < nameCount ? header.places[index] : nil
        }
        let faults = values.enumerated().map { index, value in
            place(index).flatMap { value.fault(in: $0) }
        }
        var cells = values.enumerated().map { index, value in
            faults[index] == nil
                ? ImportRow.plain(value.text, place(index)?.column, isDefused: isDefused) : ""
        }
        if let origin = header.origin {
            var row = OriginRow(header, cells)
            origin.change(&row, former)
            former = row
            cells = row.cells
            if let name = row.name, let index = row.index(of: .name) { cells[index] = name }
            taken.leftOut = row.leftOut
            for (label, text) in row.notes {
                let place = ImportHeader.Place(column: .notes, label: origin.label(of: label))
                taken.add(text, place, named: label)
            }
        }
        for (index, cell) in cells.enumerated() {
            taken.add(cell, place(index), named: index < nameCount ? header.names[index] : "")
        }
        for case (let place?, let fault?) in zip(header.places, faults) {
            taken.faults.append(RowFault(columnNamed: place.label ?? place.column.rawValue, fault))
        }
        return ImportRow(line: line, taken, keepsEmptyNotes: header.origin == nil)
    }
}

/// The cells of a row read so far.
private struct TakenCells {
    var cells: [ImportColumn: String] = [:]
    var faults: [RowFault] = []
    var leftOut: String?
    /// The notes without a label, and one line for each with a label; nil before the first column
    /// of notes.
    var notes: (texts: [String], lines: [String])?
    /// The custom fields; nil before the first one.
    var fields: [(name: String, text: String)]?

    mutating func add(_ cell: String, _ place: ImportHeader.Place?, named name: String) {
        if let fault = ImportRow.fault(of: cell, place?.column) {
            let name = place.map { $0.label ?? $0.column.rawValue } ?? name
            let isShown = !CardNumber.looksLikeCardNumber(name)
            faults.append(RowFault(columnNamed: isShown ? name : nil, fault))
            return
        }
        switch place?.column {
        case nil: break
        case .notes:
            var notes = notes ?? ([], [])
            if !cell.isEmpty {
                if let label = place?.label {
                    notes.lines.append("\(label): \(cell)")
                } else {
                    notes.texts.append(cell)
                }
            }
            self.notes = notes
        case .fields:
            let text = cell.trimmingCharacters(in: .whitespacesAndNewlines)
            fields = (fields ?? []) + (text.isEmpty ? [] : [(place?.label ?? name, text)])
        case let column?: cells[column] = cell
        }
    }
}

extension ImportRow {
    /// Takes values with known targets, and their faults.
    init(line: Int, _ values: [(place: ImportHeader.Place, text: String)]) {
        var taken = TakenCells()
        for (place, text) in values {
            let cell = Self.plain(text, place.column, isDefused: false)
            taken.add(cell, place, named: place.label ?? place.column.rawValue)
        }
        self.init(line: line, taken, keepsEmptyNotes: true)
    }

    fileprivate init(line: Int, _ taken: TakenCells, keepsEmptyNotes: Bool) {
        var cells = taken.cells
        if let notes = taken.notes.map({ ($0.texts + $0.lines).joined(separator: "\n") }),
            keepsEmptyNotes || !notes.isEmpty
        {
            cells[.notes] = notes
        }
        if let fields = taken.fields {
            // It contains only texts, which can always be encoded.
            let data = try? JSONEncoder().encode(fields.map { [$0.name, $0.text] })
            cells[.fields] =
                fields.isEmpty ? "" : data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        self.init(line: line, cells: cells, leftOut: taken.leftOut, faults: taken.faults)
    }

    // MARK: - Texts

    /// The original text on one line, as in a form; notes keep their lines.
    static func plain(_ text: String, _ column: ImportColumn?, isDefused: Bool) -> String {
        if isDefused, let kept = SpreadsheetCode.text(ofFormula: text) {
            return plain(kept, column, isDefused: false)
        }
        if isPlain(text), column != .barcode, column != .sku, column != .contactno { return text }
        let written = text
        var text = isDefused ? FormulaText.restored(text) : text
        if isDefused, let column, !column.isText, text.first == "'" { text.removeFirst() }
        // An export by this program has one apostrophe more than the text.
        let isWritten = text == written
        switch column {
        case .contactno: text = ContactNumber.plain(text)
        case .numbers: text = text.withoutUnseen
        case .sku, .barcode: text = isWritten ? ProductCode.read(text) : ProductCode.visible(text)
        case .serialNumber, .postalCode, .taxNumber:
            if isDefused, isWritten { text = SpreadsheetCode.withoutApostrophe(text) }
        default: break
        }
        if column?.keepsLines == true { return lines(text) }
        return oneLine(text).precomposedStringWithCanonicalMapping
    }

    /// Whether a text needs no change: visible ASCII without a space or an apostrophe at an end, as
    /// most are.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { return true }
        let isBare =
            first != UInt8(ascii: "'") && first != UInt8(ascii: " ") && last != UInt8(ascii: " ")
        return isBare && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// The text on one line, without surrounding spaces.
    static func oneLine(_ text: String) -> String {
        if isPlain(text) { return text }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").replacingOccurrences(
            of: "\t", with: " "
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text for notes: with its line breaks, without trailing spaces.
    static func lines(_ text: String) -> String {
        var text = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(
            of: "\r", with: "\n")[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text).precomposedStringWithCanonicalMapping
    }

    // MARK: - Faults

    /// The message for a cell with a card number.
    static let cardRefusal = "it \(CardNumber.refusal)"

    fileprivate static func fault(of cell: String, _ column: ImportColumn?) -> String? {
        if holdsCardNumber(cell, column), !isExempt(cell, column) { return cardRefusal }
        switch column {
        case .sku, .barcode: if let fault = ProductCode.fault(of: cell) { return fault }
        case .serialNumber: if let fault = SpreadsheetCode.roundingFault(of: cell) { return fault }
        // Names of files stay unchanged; other texts lose invisible characters.
        case nil, .files: return nil
        default: break
        }
        guard !isPlain(cell) else { return nil }
        let hasControl = cell.unicodeScalars.contains { scalar in
            scalar.isUnseen && !(column?.keepsLines == true && (scalar == "\n" || scalar == "\t"))
        }
        return hasControl ? "it has an invisible character" : nil
    }

    /// Accepts numbers of devices and barcodes in codes and notes, because they have a check digit
    /// too.
    private static func holdsCardNumber(_ cell: String, _ column: ImportColumn?) -> Bool {
        switch column?.content {
        case .code?, .lines?: CardNumber.isCertain(in: cell)
        case .entries? where column == .care || column == .formerLoans:
            CardNumber.isCertain(in: cell)
        default: CardNumber.looksLikeCardNumber(cell)
        }
    }

    /// Whether a cell is an amount with cents in the format of an export: `8999999991000.00`,
    /// `-12.00`.
    private static func isPlainAmount(_ cell: String) -> Bool {
        cell.utf8.count <= 17 && cell.wholeMatch(of: /-?[0-9]{1,13}\.[0-9]{2}/) != nil
    }

    /// Whether the digits of a telephone number, a key, a date or a large amount look like a card
    /// number by chance.
    private static func isExempt(_ cell: String, _ column: ImportColumn?) -> Bool {
        if isPlainAmount(cell) { return true }
        if column?.isDay == true { return WrittenMoment(cell) != nil }
        return switch column {
        case .contactno: !ContactNumber(cell).mayBeCard
        case .numbers:
            ContactNumber.numbers(inCell: cell).allSatisfy {
                !$0.mayBeCard && !CardNumber.looksLikeCardNumber($0.label ?? "")
            }
        case .addresses:
            DelimitedText.parts(of: cell, at: "|;").allSatisfy {
                !CardNumber.looksLikeCardNumber(String($0))
            }
        case .itemKey, .key, .container: UUID(uuidString: cell) != nil
        case .orderingValue: Double(cell) != nil
        // Serial numbers of phones look the same, and a picture is not text.
        case .serialNumber, .thumbnail, .files: true
        // It consists of words of this program, instants and amounts.
        case .formerValues: (try? ValueEntry.list(cell)) != nil
        case nil: isAddressWithKey(cell)
        default: false
        }
    }

    /// Whether the digits are those of a key in an address: `/items/1A9342EC-…/thumbnail`.
    private static func isAddressWithKey(_ cell: String) -> Bool {
        let parts = cell.split(separator: "/").map(String.init)
        let others = parts.filter { UUID(uuidString: $0) == nil }
        return others.count < parts.count
            && !CardNumber.looksLikeCardNumber(others.joined(separator: "/"))
    }
}
