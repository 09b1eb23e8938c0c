import Foundation

extension ImportRow {
    /// Takes the cells of a line, and what is wrong with them whatever they stand for.
    ///
    /// - Parameter isDefused: whether an apostrophe may stand before text, as spreadsheets need it.
    init(
        _ record: CSVRecord, _ header: ImportHeader, names: [String], isDefused: Bool = true
    ) {
        var cells: [ImportColumn: String] = [:]
        var faults: [RowFault] = []
        if record.cells.count != names.count {
            let isLonger = record.cells.count > names.count
            faults.append(
                RowFault(
                    nil,
                    "has \(record.cells.count) cells, while the first line names \(names.count) "
                        + "columns; is a separator \(isLonger ? "not quoted" : "missing")?"))
        }
        for (index, text) in record.cells.enumerated() {
            let column = index < header.places.count ? header.places[index] : nil
            let cell = Self.plain(text, column, isDefused: isDefused)
            if let fault = Self.fault(of: cell, column) {
                let name = column?.rawValue ?? (index < names.count ? names[index] : "")
                let isShown = !CardNumber.looksLikeCardNumber(name)
                faults.append(RowFault(columnNamed: isShown ? name : nil, fault))
            } else if let column {
                cells[column] = cell
            }
        }
        self.init(line: record.line, cells: cells, faults: faults)
    }

    /// Takes values that are known to belong to columns, and what is wrong with them.
    init(line: Int, _ values: [(column: ImportColumn, text: String)]) {
        var cells: [ImportColumn: String] = [:]
        var faults: [RowFault] = []
        for (column, text) in values {
            let cell = Self.plain(text, column, isDefused: false)
            if let fault = Self.fault(of: cell, column) {
                faults.append(RowFault(column, fault))
            } else {
                cells[column] = cell
            }
        }
        self.init(line: line, cells: cells, faults: faults)
    }

    /// The cell of a column without spaces around it; nil if the file has no such column.
    func text(_ column: ImportColumn) -> String? { cells[column] }

    /// The text before it was defused, on one line, as a form makes it.
    private static func plain(
        _ text: String, _ column: ImportColumn?, isDefused: Bool
    ) -> String {
        var text = isDefused ? FormulaText.restored(text) : text
        if isDefused, let column, !column.isText, text.first == "'" { text.removeFirst() }
        return oneLine(text).precomposedStringWithCanonicalMapping
    }

    /// The text on one line, without spaces around it.
    static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
            .replacingOccurrences(of: "\t", with: " ")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What is said of a cell with the number of a card.
    static let cardRefusal = "it \(CardNumber.refusal)"

    private static func fault(of cell: String, _ column: ImportColumn?) -> String? {
        if CardNumber.looksLikeCardNumber(cell), !isExempt(cell, column) {
            return Self.cardRefusal
        }
        let hasControl = cell.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl && column != nil ? "it has a character that cannot be seen" : nil
    }

    /// Whether a cell is an amount with cents as an export writes it: `8999999991000.00`.
    private static func isPlainAmount(_ cell: String) -> Bool {
        let parts = cell.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].count == 2 && (1...13).contains(parts[0].count)
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// The digits of an international number, of a key, of a date or of a great amount can look like
    /// a card's by chance.
    private static func isExempt(_ cell: String, _ column: ImportColumn?) -> Bool {
        if isPlainAmount(cell) { return true }
        return switch column {
        case .contactno: Customer.isInternationalNumber(cell)
        case .itemKey, .key: UUID(uuidString: cell) != nil
        case .date, .retiredAt, .voidedAt, .dateCreated, .soldDate: ImportDate(cell) != nil
        case .orderingValue: Double(cell) != nil
        // Those of phones look the same, and a picture is no text.
        case .serialNumber, .thumbnail: true
        default: false
        }
    }
}
