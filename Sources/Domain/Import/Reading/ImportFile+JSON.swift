import Foundation

extension ImportFile {
    /// Reads JSON: an object a line, an array of objects, or the twin of a list. A text is taken as it
    /// is: nothing of it was defused.
    ///
    /// - Throws: ``CSVFault`` for sizes, ``ImportFault``.
    init(
        json bytes: [UInt8], named name: String, kind: ImportKind?, mapping: ColumnMapping,
        limits: ImportLimits
    ) throws {
        let objects = try Self.objects(bytes, limits)
        var names: [String] = []
        var known: Set<String> = []
        for object in objects {
            for name in object.members.keys.sorted() where known.insert(name).inserted {
                names.append(name)
            }
        }
        guard names.count <= limits.columns else {
            throw CSVFault.manyCells(line: 1, limit: limits.columns)
        }
        let records = try objects.map { object in
            let cells = names.map { object.members[$0]?.text ?? "" }
            guard cells.allSatisfy({ $0.utf8.count <= limits.cellBytes }) else {
                throw CSVFault.longCell(line: object.line, limit: limits.cellBytes)
            }
            return CSVRecord(line: object.line, cells: cells)
        }
        try self.init(
            records, names: names, named: name, kind: kind, mapping, limits)
    }

    private init(
        _ records: [CSVRecord], names: [String], named name: String, kind: ImportKind?,
        _ mapping: ColumnMapping, _ limits: ImportLimits
    ) throws {
        guard let kind = kind ?? ImportKind(header: names.map(mapping.name(of:))) else {
            throw ImportFault.unknownKind(names: Self.shown(names))
        }
        guard records.count <= limits.rows(of: kind) else {
            throw CSVFault.manyRows(limit: limits.rows(of: kind))
        }
        let header = ImportHeader(names, kind: kind, mapping: mapping)
        try Self.check(header, kind: kind)
        guard !records.isEmpty else { throw ImportFault.noRows }
        var rows = ImportRowsWriter(columns: header.columns)
        for record in records {
            try rows.append(ImportRow(record, header, isDefused: false))
        }
        try self.init(
            kind: kind, name: Self.shown([name]).first ?? "", format: .json, encoding: .utf8,
            columns: header.columns, ignoredColumns: Self.shown(header.ignored), rows: &rows)
        let index = Self.pictureIndex(header)
        let hasPictures = index.map { index in records.contains { !$0.cells[index].isEmpty } }
        if hasPictures ?? false { warnings = [Self.pictureWarning] }
    }

    static func objects(
        _ bytes: [UInt8], _ limits: ImportLimits
    ) throws -> [(line: Int, members: [String: JSONCell])] {
        let decoder = JSONDecoder()
        // One text that is an array, or an object over several lines.
        if let whole = try? decoder.decode(JSONCell.self, from: Data(bytes)),
            let objects = whole.objects
        {
            guard objects.count <= limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
            return objects.enumerated().map { ($0.offset + 1, $0.element) }
        }
        var objects: [(line: Int, members: [String: JSONCell])] = []
        for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false)
            .enumerated()
        where !line.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
            guard objects.count < limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
            guard let cell = try? decoder.decode(JSONCell.self, from: Data(line)),
                case .object(let members) = cell
            else { throw ImportFault.noJSON(line: index + 1) }
            objects.append((index + 1, members))
        }
        return objects
    }
}
