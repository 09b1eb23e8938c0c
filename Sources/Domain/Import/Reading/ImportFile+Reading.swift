public import Foundation

extension ImportFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - name: what it is called, for people.
    ///   - kind: what its rows are; nil, the default, to find it out from the header.
    ///   - renaming: the columns that names mean. Default: what they say.
    ///   - limits: the sizes above which it is not read. Default: the default limits.
    /// - Throws: ``CSVFault``, ``ImportFault``, and errors of the file system.
    public init(
        contentsOf path: String, named name: String, kind: ImportKind? = nil,
        renaming: ColumnRenaming = ColumnRenaming(), limits: ImportLimits = ImportLimits()
    ) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        guard size <= limits.bytes else {
            throw CSVFault.largeFile(size: size, limit: limits.bytes)
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        try self.init(data, named: name, kind: kind, renaming: renaming, limits: limits)
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault``.
    public init(
        _ data: Data, named name: String, kind: ImportKind? = nil,
        renaming: ColumnRenaming = ColumnRenaming(), limits: ImportLimits = ImportLimits()
    ) throws {
        guard data.count <= limits.bytes else {
            throw CSVFault.largeFile(size: data.count, limit: limits.bytes)
        }
        let (bytes, encoding) = try CSVEncoding.decode(data)
        if Self.isJSON(bytes) {
            try self.init(
                json: bytes, named: name, kind: kind, renaming: renaming, limits: limits)
            return
        }
        var start = try TableStart(bytes, limits: limits)
        let names = start.names.map(renaming.name(of:))
        guard let kind = kind ?? ImportKind(header: names) else {
            throw ImportFault.unknownKind(names: Self.shown(start.names))
        }
        let header = ImportHeader(names, kind: kind)
        try Self.check(header, kind: kind)
        var rows: [ImportRow] = []
        while let record = try start.parser.next() {
            guard rows.count < limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
            rows.append(ImportRow(record, header, names: names))
        }
        guard !rows.isEmpty else { throw ImportFault.noRows }
        self.init(
            kind: kind, name: Self.shown([name]).first ?? "", format: .csv, encoding: encoding,
            separator: start.separator, columns: header.columns,
            ignoredColumns: Self.shown(header.ignored), rows: rows)
    }

    static func check(_ header: ImportHeader, kind: ImportKind) throws(ImportFault) {
        let code = header.ignored.first { name in
            let name = ImportColumn.simplified(name)
            return securityCodes.contains { name.hasSuffix($0) }
        }
        if let code { throw .securityCode(name: shown([code]).first ?? "") }
        if let column = header.repeated.first { throw .repeatedColumn(column) }
        guard kind.identifyingColumns.contains(where: header.columns.contains) else {
            throw .missingColumn(kind)
        }
    }

    private static let securityCodes = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cid", "securitycode",
    ]

    /// Names for a page: short, few, and without what looks like the number of a card.
    static func shown(_ names: [String]) -> [String] {
        names.prefix(30).map { name in
            guard !CardNumber.looksLikeCardNumber(name) else { return "…" }
            return String(name.filter { !$0.isNewline }.prefix(60))
        }
    }
}
