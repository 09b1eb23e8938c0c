import Foundation

extension ImportRow {
    /// Takes the cells of a line, and what is wrong with them whatever they stand for.
    ///
    /// - Parameter isDefused: whether an apostrophe may stand before text, as spreadsheets need it.
    init(_ record: CSVRecord, _ header: ImportHeader, isDefused: Bool = true) {
        var taken = TakenCells()
        let nameCount = header.names.count
        if record.cells.count != nameCount {
            let isLonger = record.cells.count > nameCount
            taken.faults.append(
                RowFault(
                    nil,
                    "it has \(record.cells.count) cell\(record.cells.count == 1 ? "" : "s"), while the first line names \(nameCount) "
                        + "columns; is a separator \(isLonger ? "not quoted" : "missing")?"))
        }
        let hasInsurer = zip(header.places, record.cells).contains {
            $0?.column == .insurance && !$1.isEmpty
        }
        for (index, text) in record.cells.enumerated() {
            let place = index < nameCount ? header.places[index] : nil
            let name = index < nameCount ? header.names[index] : ""
            let cell = Self.plain(text, place?.column, isDefused: isDefused)
            if let reason = header.origin?.reasonToLeaveOut(cell, under: name) {
                taken.leftOut = reason
            }
            guard let origin = header.origin else {
                taken.add(cell, place, named: name)
                continue
            }
            if let figure = origin.figure(cell, under: place?.column) {
                if figure.isChanged {
                    let place = ImportHeader.Place(column: .notes, label: origin.label(of: name))
                    taken.add(cell, place, named: name)
                }
                taken.add(figure.text, place, named: name)
                continue
            }
            if origin.isReference(cell, under: name) {
                let place = ImportHeader.Place(column: .notes, label: "Import ref")
                taken.add(cell, place, named: name)
            }
            if origin.isLifetime(cell, under: name) {
                taken.isForLife = true
            } else {
                let isNothing = origin.isNothing(cell, under: name, hasInsurer: hasInsurer)
                taken.add(
                    isNothing ? "" : origin.cell(cell, under: name), place, named: name)
            }
        }
        if taken.isForLife { taken.cells[.warrantyUntil] = Warranty.lifetimeText }
        if header.origin != nil, taken.cells[.itemName]?.isEmpty ?? false {
            let names = header.stopgaps.filter { $0 < record.cells.count }.map {
                Self.plain(record.cells[$0], .itemName, isDefused: isDefused)
            }
            taken.cells[.itemName] = names.first { !$0.isEmpty } ?? ""
        }
        self.init(line: record.line, taken, keepsEmptyNotes: header.origin == nil)
    }

    /// Takes values that are known to belong to columns, and what is wrong with them.
    init(line: Int, _ values: [(place: ImportHeader.Place, text: String)]) {
        var taken = TakenCells()
        for (place, text) in values {
            let cell = Self.plain(text, place.column, isDefused: false)
            taken.add(cell, place, named: place.label ?? place.column.rawValue)
        }
        self.init(line: line, taken, keepsEmptyNotes: true)
    }

    private init(line: Int, _ taken: TakenCells, keepsEmptyNotes: Bool) {
        var cells = taken.cells
        if let notes = taken.notes?.text, keepsEmptyNotes || !notes.isEmpty {
            cells[.notes] = notes
        }
        if let fields = taken.fields { cells[.fields] = Self.text(of: fields) }
        self.init(line: line, cells: cells, leftOut: taken.leftOut, faults: taken.faults)
    }

    /// What was read of a row so far.
    private struct TakenCells {
        var cells: [ImportColumn: String] = [:]
        var faults: [RowFault] = []
        var leftOut: String?
        /// Nil as long as no column of notes came.
        var notes: ImportNotes?
        /// What fields of the household's own have; nil as long as no column of them came.
        var fields: [(name: String, text: String)]?
        /// Whether the warranty has no end.
        var isForLife = false

        mutating func add(_ cell: String, _ place: ImportHeader.Place?, named name: String) {
            if let fault = ImportRow.fault(of: cell, place?.column) {
                let name = place.map { $0.label ?? $0.column.rawValue } ?? name
                let isShown = !CardNumber.looksLikeCardNumber(name)
                faults.append(RowFault(columnNamed: isShown ? name : nil, fault))
            } else if let place, place.column == .notes {
                notes = notes ?? ImportNotes()
                notes?.add(cell, label: place.label)
            } else if let place, place.column == .fields {
                let text = cell.trimmingCharacters(in: .whitespacesAndNewlines)
                fields = (fields ?? []) + (text.isEmpty ? [] : [(place.label ?? name, text)])
            } else if let place {
                cells[place.column] = cell
            }
        }
    }

    /// The cell of a column without spaces around it; nil if the file has no such column.
    func text(_ column: ImportColumn) -> String? { cells[column] }

    /// The text before it was defused, on one line, as a form makes it; notes keep their lines.
    static func plain(
        _ text: String, _ column: ImportColumn?, isDefused: Bool
    ) -> String {
        if isDefused, let kept = SpreadsheetCode.text(ofFormula: text) {
            return plain(kept, column, isDefused: false)
        }
        if isPlain(text), column != .barcode, column != .sku, column != .contactno { return text }
        let written = text
        var text = isDefused ? FormulaText.restored(text) : text
        if isDefused, let column, !column.isText, text.first == "'" { text.removeFirst() }
        // What the program wrote itself has an apostrophe more than the text.
        let isWritten = text == written
        switch column {
        case .contactno: text = ContactNumber.plain(text)
        case .numbers: text = text.withoutUnseen
        case .sku, .barcode:
            text = isWritten ? ProductCode.read(text) : ProductCode.visible(text)
        case .serialNumber, .postalCode, .taxNumber:
            if isDefused, isWritten { text = SpreadsheetCode.withoutApostrophe(text) }
        default: break
        }
        if column?.keepsLines == true { return ImportNotes.plain(text) }
        return oneLine(text).precomposedStringWithCanonicalMapping
    }

    /// Whether a text is as it would be made: visible ASCII without a space or an apostrophe at an end.
    /// Most are, and are done with here.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { return true }
        let isBare =
            first != UInt8(ascii: "'") && first != UInt8(ascii: " ")
            && last != UInt8(ascii: " ")
        return isBare && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// The text on one line, without spaces around it.
    static func oneLine(_ text: String) -> String {
        if isPlain(text) { return text }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
            .replacingOccurrences(of: "\t", with: " ")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What is said of a cell with the number of a card.
    static let cardRefusal = "it \(CardNumber.refusal)"

    private static func fault(of cell: String, _ column: ImportColumn?) -> String? {
        if holdsCardNumber(cell, column), !isExempt(cell, column) {
            return Self.cardRefusal
        }
        if let fault = spreadsheetFault(of: cell, column) { return fault }
        // Names of files are as they are; of what people call them nothing is kept that cannot be seen.
        guard column != nil, column != .files, !isPlain(cell) else { return nil }
        let hasControl = cell.unicodeScalars.contains { scalar in
            scalar.isUnseen
                && !(column?.keepsLines == true
                    && (scalar == "\n" || scalar == "\t"))
        }
        return hasControl ? "it has an invisible character" : nil
    }

    /// What is wrong with a code that a spreadsheet touched; nil for nothing.
    private static func spreadsheetFault(of cell: String, _ column: ImportColumn?) -> String? {
        switch column {
        case .sku, .barcode: ProductCode.fault(of: cell)
        case .serialNumber: SpreadsheetCode.roundingFault(of: cell)
        default: nil
        }
    }

    /// In notes there are numbers of devices, which have a check digit too; so have barcodes.
    private static func holdsCardNumber(_ cell: String, _ column: ImportColumn?) -> Bool {
        switch column {
        case .notes, .note, .fields, .care, .lentNotes, .formerLoans, .sku, .barcode, .taxNumber,
            .reference, .buyerAddress, .buyerTaxNumber:
            CardNumber.isCertain(in: cell)
        default: CardNumber.looksLikeCardNumber(cell)
        }
    }

    /// Whether a cell is an amount with cents as an export writes it: `8999999991000.00`, `-12.00`.
    private static func isPlainAmount(_ cell: String) -> Bool {
        let amount = cell.hasPrefix("-") ? cell.dropFirst() : cell[...]
        let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].count == 2 && (1...13).contains(parts[0].count)
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// The digits of an international number, of a key, of a date or of a great amount can look like
    /// a card's by chance.
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
            PartedText.parts(of: cell, at: "|;").allSatisfy {
                !CardNumber.looksLikeCardNumber(String($0))
            }
        case .itemKey, .key, .container: UUID(uuidString: cell) != nil
        case .orderingValue: Double(cell) != nil
        // Those of phones look the same, and a picture is no text.
        case .serialNumber, .thumbnail, .files: true
        case .issuedTexts: (try? IssuedTexts(parsing: cell)) != nil
        // Its words are those of this program, and the rest is moments and amounts.
        case .formerValues: (try? ValueEntry.list(cell)) != nil
        default: false
        }
    }
}
