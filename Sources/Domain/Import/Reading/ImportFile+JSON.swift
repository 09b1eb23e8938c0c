import Foundation

extension ImportFile {
    /// Reads JSON: an object a line, an array of objects, or the twin of a list. A text is taken as it
    /// is: nothing of it was defused.
    ///
    /// - Throws: ``CSVFault`` for sizes, ``ImportFault``, and `CancellationError`.
    init(
        json text: CSVText, named name: String, _ reading: ImportReading, limits: ImportLimits,
        progress: ImportProgress?
    ) throws {
        let objects = try JSONRecords(text, limits: limits)
        let (names, count) = try Self.names(of: objects, limits, progress)
        // Without a record nothing has a name, and nothing is missing.
        guard count > 0 else { throw ImportFault.noRows }
        guard let kind = reading.kind(of: names) else {
            throw ImportFault.unknownKind(names: Self.shown(names))
        }
        guard count <= limits.rows else {
            throw CSVFault.manyRows(limit: limits.rows)
        }
        let header = ImportHeader(names, kind: kind, mapping: reading.mapping, hasOwnNames: true)
        try Self.check(header, kind: kind)
        try reading.dayOrders?.check(names)
        var rows = ImportRowsWriter(columns: header.columns)
        let pictureIndex = Self.pictureIndex(header)
        var hasPictures = false
        var days = DayColumns(header)
        try objects.forEach(advance: { try progress?.advance(to: (1 + $0) / 2) }) { line, members in
            let values = names.map { members[$0] ?? .none }
            let faults = zip(values, header.places).map { value, place in
                place.flatMap { value.fault(in: $0) }
            }
            let cells = zip(values, faults).map { value, fault in fault == nil ? value.text : "" }
            guard cells.allSatisfy({ $0.utf8.count <= limits.cellBytes }) else {
                throw CSVFault.longCell(line: line, limit: limits.cellBytes)
            }
            if let pictureIndex, !cells[pictureIndex].isEmpty { hasPictures = true }
            let record = CSVRecord(line: line, cells: cells)
            var row = ImportRow(record, header, isDefused: false)
            row.faults += zip(header.places, faults).compactMap { place, fault in
                guard let place, let fault else { return nil }
                return RowFault(columnNamed: place.label ?? place.column.rawValue, fault)
            }
            try rows.append(row)
            days.add(cells)
        }
        try self.init(
            kind: kind, name: Self.shown([name]).first ?? "", format: .json,
            encoding: text.encoding, columns: header.columns,
            ignoredColumns: Self.shown(header.ignored), days: days.result(reading.dayOrders),
            rows: &rows)
        if hasPictures { warnings = [Self.pictureWarning] }
    }

    /// The names of all members, in the order in which they come, and how many objects there are.
    private static func names(
        of objects: JSONRecords, _ limits: ImportLimits, _ progress: ImportProgress?
    ) throws -> (names: [String], count: Int) {
        var (names, known, count): ([String], Set<String>, Int) = ([], [], 0)
        // They are known once all are read; then they are read again as rows.
        try objects.forEach(advance: { try progress?.advance(to: $0 / 2) }) { _, members in
            count += 1
            for name in members.keys.sorted() where known.insert(name).inserted {
                names.append(name)
            }
        }
        guard names.count <= limits.columns else {
            throw CSVFault.manyCells(line: 1, limit: limits.columns)
        }
        return (names, count)
    }
}
