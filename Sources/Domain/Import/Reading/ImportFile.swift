import Foundation

/// A table with records of one kind.
public struct ImportFile: Sendable, Codable {
    public internal(set) var kind: ImportKind
    /// The name of the file, for people.
    public let name: String
    public let format: ImportFormat
    public let encoding: CSVEncoding
    /// The separator of its cells; nil for other formats than CSV.
    public let separator: CSVSeparator?
    /// The names of the ignored columns.
    public let ignoredColumns: [String]
    /// The columns with days whose order of day and month only the user can choose.
    public let openDayColumns: [OpenDayColumn]
    /// Its columns, those that are ignored included.
    public let outline: ImportOutline
    /// The warnings before the import; nil for none.
    var warnings: [String]?
    /// The folder of its photos and documents, next to the waiting imports; nil for none.
    var keptFiles: String?
    var keptFilesPath: String?
    /// The folder of the photos and documents that it names, until they are copied; nil for none.
    public var folder: ImportFolder?
    /// The rows, in the order of the file.
    public internal(set) var rows: ImportRows

    private enum CodingKeys: CodingKey {
        case kind, name, format, encoding, separator, ignoredColumns, openDayColumns, outline
        case warnings, keptFiles, rows
    }

    /// The accepted columns, in the order of the file.
    public var columns: [ImportColumn] { rows.columns }

    /// Whether it is long enough to be imported in parts.
    func comesInParts(_ size: ImportPartSize) -> Bool { rows.count > size.rows }
}

/// The format of an imported file.
public enum ImportFormat: String, Sendable, Hashable, Codable {
    /// Cells between separators.
    case csv
    /// JSON: an object per line, an array of objects, or the JSON of a list.
    case json
    /// A Core Data store.
    case store
}

// MARK: - Reading

extension ImportFile {
    /// - Parameters:
    ///   - path: its path.
    ///   - name: its name for people.
    ///   - reading: the choices about reading it. Default: everything is detected.
    ///   - limits: the limits. Default: the default limits.
    ///   - progress: is updated, and can cancel the import. Default: nil.
    /// - Throws: ``CSVFault``, ``ImportFault``, errors of the file system, and `CancellationError`.
    public init(
        contentsOf path: String, named name: String, reading: ImportReading = ImportReading(),
        limits: ImportLimits = ImportLimits(), progress: ImportProgress? = nil
    ) throws {
        let table = try ImportTable(
            ByteSource(contentsOf: path), as: reading, limits: limits, progress: progress)
        try reading.check(table.names)
        let kind = reading.kind(of: table.names)
        // Their columns are those of sales.
        if [nil, .sales, .lines].contains(kind), HeaderNames.areOfPapers(table.names) {
            throw ImportFault.papers
        }
        guard let kind else { throw ImportFault.unknownKind(names: Self.shown(table.names)) }
        let header = table.header(kind, reading.mapping)
        try Self.check(header, kind: kind)
        var reader = RowReader(header, isDefused: table.format == .csv)
        var writer = try ImportRowsWriter(kind, columns: header.columns)
        var notations = ColumnNotations(header)
        let pictures = Self.pictureIndex(header)
        var outline = ImportOutline.Reader(table, watching: Set([pictures].compactMap(\.self)))
        try table.forEach(progress: progress) { line, cells in
            guard cells.allSatisfy({ $0.text.utf8.count <= limits.cellBytes }) else {
                throw CSVFault.longCell(line: line, limit: limits.cellBytes)
            }
            try writer.append(reader.row(line: line, cells))
            notations.add(cells)
            outline.add(cells)
        }
        guard writer.rows.count > 0 else { throw ImportFault.noRows }
        // Empty columns without a name are ignored silently.
        let ignored = zip(header.names, header.places).enumerated().filter { index, column in
            column.1 == nil && !outline.isEmpty(index)
        }
        let found = notations.result(reading.dayOrders)
        self.init(
            kind: kind, name: Self.shown([name]).first ?? "", format: table.format,
            encoding: table.encoding, separator: table.separator,
            ignoredColumns: Self.shown(ignored.map(\.element.0)), openDayColumns: found.open,
            outline: try outline.outline(kind, header), rows: try writer.finish())
        rows.notations = found.found
        if let pictures, !outline.blank.contains(pictures) {
            warnings = [Self.pictureWarning]
        }
    }

    /// The warning about an exported list in which new items have photos, without files next to it.
    static let pictureWarning =
        "Some items have pictures, which are not in the table. A backup contains them, and so does the store."

    /// The ignored column with the addresses of photos.
    static func pictureIndex(_ header: ImportHeader) -> Int? {
        guard header.columns.contains(.itemName), !header.columns.contains(.files) else {
            return nil
        }
        return zip(header.names, header.places).enumerated().first { _, column in
            column.1 == nil && ImportColumn.simplified(column.0) == "thumbnail"
        }?.offset
    }

    /// - Throws: ``ImportFault`` with all faults of a header.
    static func check(_ header: ImportHeader, kind: ImportKind) throws(ImportFault) {
        let columns = zip(header.names, header.places)
        var faults = columns.filter { $1?.isShared ?? true }.map(\.0).filter(
            CardNumber.isSecurityCode(named:)
        ).map { ImportFault.securityCode(name: shown([$0]).first ?? "") }
        faults += header.misplaced.map { .noMapping(line: shown([$0]).first ?? "") }
        faults += Set(header.repeated).sorted { $0.rawValue < $1.rawValue }.map { column in
            let names = columns.filter { $1?.column == column }.map(\.0)
            return ImportFault.repeatedColumn(column, names: shown(names))
        }
        if !kind.identifyingColumns.contains(where: header.columns.contains) {
            faults.append(.missingColumn(kind))
        }
        if let fault = faults.count > 1 ? ImportFault.several(faults) : faults.first { throw fault }
    }

    /// Names for a page: short, few, and without card numbers.
    static func shown(_ names: [String]) -> [String] {
        names.prefix(30).map { name in
            guard !CardNumber.looksLikeCardNumber(name) else { return "…" }
            return String(name.filter { !$0.isNewline }.prefix(60))
        }
    }
}

// MARK: - Values

extension ImportFile {
    public struct Value: Sendable, Hashable {
        public let column: ImportColumn
        /// The name of its custom field; nil for other columns.
        public let field: String?
        public let text: String
    }

    /// The values of a row as the import saves them in a new record, with days and numbers in the
    /// notation of the household; those of custom fields, whose kinds the file does not know, as they
    /// are in the file. Keys, pictures and lists for programs are left out, and long texts are
    /// shortened.
    ///
    /// - Parameters:
    ///   - index: the index of the row.
    ///   - currency: the currency of amounts.
    /// - Throws: errors of the file system.
    public func values(at index: Int, in currency: Currency) throws -> [Value] {
        let row = try rows.row(at: index)
        var values = try columns.flatMap { column -> [Value] in
            guard column.isShownInPreviews else { return [] }
            if column == .fields {
                return try row.ownFields.map {
                    Value(column: column, field: $0.name, text: Self.readable($0.text))
                }
            }
            guard let cell = row.cells[column], !cell.isEmpty else { return [] }
            return [
                Value(
                    column: column, field: nil,
                    text: Self.understood(column, of: row, currency) ?? Self.readable(cell))
            ]
        }
        if !columns.contains(.valueInDollars),
            let value = Self.understood(.valueInDollars, of: row, currency)
        {
            values.append(Value(column: .valueInDollars, field: nil, text: value))
        }
        return values
    }

    /// A day, an amount or a quantity in the notation of the household; nil for other cells.
    private static func understood(
        _ column: ImportColumn, of row: ImportRow, _ currency: Currency
    ) -> String? {
        var progress = RowProgress(row)
        switch column {
        case .valueInDollars:
            return progress.itemValue(in: currency).flatMap {
                $0 > 0 ? currency.wholeText(Int64($0)) : nil
            }
        case .quantity where row.text(column) == ImportFigure.none: return "1"
        default: break
        }
        return switch column.content {
        case .quantity:
            row.text(column).flatMap { (try? Quantity.parse(signed: $0)) ?? nil }
                .map { Region.current.text($0) }
        case .day: ImportDate(row.text(column) ?? "")?.day.text
        case .amount: progress.signedMoney(column, in: currency).map(currency.text)
        default: nil
        }
    }

    private static let longestValue = 80

    fileprivate static func readable(_ cell: String) -> String {
        let line = ImportRow.oneLine(cell)
        return line.count > longestValue ? line.prefix(longestValue) + "…" : line
    }
}

extension ImportColumn {
    /// Whether a preview shows the values of a new record in the column.
    fileprivate var isShownInPreviews: Bool {
        ![.key, .picture].contains(content)
            && ![.id, .files, .care, .formerLoans, .formerValues].contains(self)
    }
}

extension ImportRow {
    /// The cells that a preview shows of a new record, as they are in the file.
    var shownTexts: [String] {
        cells.filter { $0.key.isShownInPreviews && !$0.value.isEmpty }.flatMap { column, cell in
            column == .fields ? ((try? ownFields) ?? []).map(\.text) : [cell]
        }.map(ImportFile.readable)
    }
}
