public import Foundation

extension ImportFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - name: what it is called, for people.
    ///   - reading: how it is read, where it does not say it itself. Default: all is found out.
    ///   - limits: the sizes above which it is not read. Default: the default limits.
    ///   - progress: hears how far it is, and may call it off. Default: nil.
    /// - Throws: ``CSVFault``, ``ImportFault``, errors of the file system, and `CancellationError`.
    public init(
        contentsOf path: String, named name: String, reading: ImportReading = ImportReading(),
        limits: ImportLimits = ImportLimits(), progress: ImportProgress? = nil
    ) throws {
        try self.init(
            ByteSource(contentsOf: path), named: name, reading, limits: limits, progress: progress)
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault``.
    public init(
        _ data: Data, named name: String, kind: ImportKind? = nil,
        mapping: ColumnMapping = ColumnMapping(), encoding: CSVEncoding? = nil,
        dayOrders: DayOrders? = nil, limits: ImportLimits = ImportLimits(),
        progress: ImportProgress? = nil
    ) throws {
        var reading = ImportReading()
        reading.kind = kind
        reading.mapping = mapping
        reading.encoding = encoding
        reading.dayOrders = dayOrders
        try self.init(ByteSource(data), named: name, reading, limits: limits, progress: progress)
    }

    private init(
        _ source: ByteSource, named name: String, _ reading: ImportReading,
        limits: ImportLimits, progress: ImportProgress?
    ) throws {
        guard source.count <= limits.bytes else {
            throw CSVFault.largeFile(size: source.count, limit: limits.bytes)
        }
        let text = try CSVText(source, as: reading.encoding)
        if try text.isJSON() {
            try self.init(json: text, named: name, reading, limits: limits, progress: progress)
            return
        }
        var start = try TableStart(text, limits: limits)
        guard let kind = reading.kind(of: start.names) else {
            throw ImportFault.unknownKind(names: Self.shown(start.names))
        }
        let header = ImportHeader(start.names, kind: kind, mapping: reading.mapping)
        try Self.check(header, kind: kind)
        try reading.dayOrders?.check(start.names)
        let mostRows = limits.rows
        let pictureIndex = Self.pictureIndex(header)
        var hasPictures = false
        var rows = ImportRowsWriter(columns: header.columns)
        var days = DayColumns(header)
        while let record = try start.parser.next() {
            guard rows.count < mostRows else { throw CSVFault.manyRows(limit: mostRows) }
            if rows.count.isMultiple(of: 256) {
                try progress?.advance(to: start.parser.fraction)
            }
            try rows.append(ImportRow(record, header))
            days.add(record.cells)
            if let pictureIndex, pictureIndex < record.cells.count {
                hasPictures = hasPictures || !record.cells[pictureIndex].isEmpty
            }
        }
        guard rows.count > 0 else { throw ImportFault.noRows }
        try self.init(
            kind: kind, name: Self.shown([name]).first ?? "", format: .csv, encoding: text.encoding,
            separator: start.separator, columns: header.columns,
            ignoredColumns: Self.shown(header.ignored), days: days.result(reading.dayOrders),
            rows: &rows)
        if hasPictures { warnings = [Self.pictureWarning] }
    }

    /// Said of an exported list in which new items have pictures.
    static let pictureWarning =
        "Items in it have pictures, which do not come with a table: a backup has them, and so has the store."

    /// The column with the addresses of pictures, which is not read.
    static func pictureIndex(_ header: ImportHeader) -> Int? {
        guard header.columns.contains(.itemName) else { return nil }
        return zip(header.names, header.places).enumerated().first { _, column in
            column.1 == nil && ImportColumn.simplified(column.0) == "thumbnail"
        }?.offset
    }

    static func check(_ header: ImportHeader, kind: ImportKind) throws(ImportFault) {
        let others = zip(header.names, header.places).filter { $1?.isShared ?? true }
        let code = others.map(\.0).first(where: CardNumber.isSecurityCode(named:))
        if let code { throw .securityCode(name: shown([code]).first ?? "") }
        if let line = header.misplaced.first { throw .noMapping(line: shown([line]).first ?? "") }
        if let column = header.repeated.first {
            let names = zip(header.names, header.places).filter { $1?.column == column }.map(\.0)
            throw .repeatedColumn(column, names: shown(Array(names.prefix(2))))
        }
        guard kind.identifyingColumns.contains(where: header.columns.contains) else {
            throw .missingColumn(kind)
        }
    }

    /// Names for a page: short, few, and without what looks like the number of a card.
    static func shown(_ names: [String]) -> [String] {
        names.prefix(30).map { name in
            guard !CardNumber.looksLikeCardNumber(name) else { return "…" }
            return String(name.filter { !$0.isNewline }.prefix(60))
        }
    }
}
