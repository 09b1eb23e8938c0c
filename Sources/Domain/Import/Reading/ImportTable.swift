import Foundation

/// A table in any format, CSV or JSON: the names of its columns, and its rows one by one.
struct ImportTable {
    private enum Rows {
        case lines(CSVParser)
        case objects(JSONRecords)
    }

    private let rows: Rows
    private let text: CSVText
    /// The names of the columns; one without a name is called by its position: `column 2`.
    let names: [String]
    /// The indexes of the columns without a name.
    let unnamed: Set<Int>
    /// The separator of cells; nil for JSON.
    let separator: CSVSeparator?

    /// Detects the format of a file.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault`` for JSON without an object, errors of the file
    ///   system, and `CancellationError`.
    init(
        _ source: ByteSource, as reading: ImportReading, limits: ImportLimits,
        progress: ImportProgress? = nil
    ) throws {
        guard source.count <= limits.bytes else {
            throw CSVFault.largeFile(size: source.count, limit: limits.bytes)
        }
        text = try CSVText(source, as: reading.encoding)
        var unnamed: Set<Int> = []
        if try text.isJSON() {
            let records = JSONRecords(text, limits: limits)
            rows = .objects(records)
            names = try Self.names(of: records, limits, progress)
            separator = nil
        } else {
            let start = try TableStart(text, reading.kinds, limits: limits)
            rows = .lines(start.parser)
            separator = start.separator
            names = start.names.enumerated().map { index, name in
                guard name.allSatisfy(\.isWhitespace) else { return name }
                unnamed.insert(index)
                return "column \(index + 1)"
            }
        }
        self.unnamed = unnamed
    }

    /// The names of all members, in their order. All objects are read for the names, and then again
    /// as rows.
    private static func names(
        of records: JSONRecords, _ limits: ImportLimits, _ progress: ImportProgress?
    ) throws -> [String] {
        var records = records
        var (names, known, count): ([String], Set<String>, Int) = ([], [], 0)
        while let (_, members) = try records.next() {
            if count.isMultiple(of: 256) { try progress?.advance(to: records.fraction / 2) }
            count += 1
            for name in members.keys.sorted() where known.insert(name).inserted {
                names.append(name)
            }
        }
        guard count > 0 else { throw ImportFault.noRows }
        guard names.count <= limits.columns else {
            throw CSVFault.manyCells(line: 1, limit: limits.columns)
        }
        return names
    }

    var format: ImportFormat { separator == nil ? .json : .csv }
    var encoding: CSVEncoding { text.encoding }

    /// The samples in all possible encodings; empty if the encoding is known.
    ///
    /// - Throws: errors of the file system.
    var samples: [EncodingSample] { get throws { try text.samples } }

    func header(_ kind: ImportKind, _ mapping: ColumnMapping) -> ImportHeader {
        ImportHeader(
            names, kind: kind, mapping: mapping, hasOwnNames: format == .json, unnamed: unnamed)
    }

    /// Calls a closure for each row with its line and its cells.
    ///
    /// - Throws: ``CSVFault``, ``ImportFault``, `CancellationError`, and errors of the closure.
    func forEach(
        progress: ImportProgress?, _ body: (_ line: Int, _ cells: [JSONCell]) throws -> Void
    ) throws {
        var count = 0
        func advance(to fraction: Double) throws {
            if count.isMultiple(of: 256) { try progress?.advance(to: fraction) }
            count += 1
        }
        switch rows {
        case .lines(var parser):
            while let record = try parser.next() {
                try advance(to: parser.fraction)
                try body(record.line, record.cells.map(JSONCell.text))
            }
        case .objects(var records):
            while let (line, members) = try records.next() {
                try advance(to: (1 + records.fraction) / 2)
                try body(line, names.map { members[$0] ?? .none })
            }
        }
    }
}

/// The first line of a table: the separator and the names of the columns.
private struct TableStart {
    let separator: CSVSeparator
    let names: [String]
    var parser: CSVParser

    /// Determines the separator: by a first line `sep=;`, or else the one with the most known
    /// names, and then the most names.
    ///
    /// - Throws: ``CSVFault``, and errors of the file system.
    init(_ text: CSVText, _ kinds: [ImportKind], limits: ImportLimits) throws {
        var bytes = ByteReader(text)
        let said = try Self.takeAnnouncement(&bytes)
        let starts = try (said.map { [$0] } ?? CSVSeparator.allCases).map { separator in
            try TableStart(CSVParser(bytes, separator: separator, limits: limits), separator)
        }
        let best = starts.max { $0.weight(among: kinds) < $1.weight(among: kinds) }
        guard let best else { throw CSVFault.empty }
        self = best
    }

    private init(_ parser: CSVParser, _ separator: CSVSeparator) throws {
        var parser = parser
        do {
            guard let record = try parser.next() else { throw CSVFault.empty }
            names = record.cells.map { $0.precomposedStringWithCanonicalMapping }
        } catch CSVFault.textAfterQuote {
            // The line may be valid with another separator.
            names = []
        }
        self.parser = parser
        self.separator = separator
    }

    private func weight(among kinds: [ImportKind]) -> (known: Int, all: Int) {
        let known = kinds.map {
            ImportHeader(names, kind: $0, guesses: false).columns.count
        }
        return (known.max() ?? 0, names.count)
    }

    /// Takes a first line with the separator; nil for any other, which is not taken.
    private static func takeAnnouncement(_ bytes: inout ByteReader) throws -> CSVSeparator? {
        var ahead = bytes
        var line = ""
        for _ in 0..<5 {
            guard let byte = try ahead.take() else { return nil }
            line.unicodeScalars.append(Unicode.Scalar(byte))
        }
        guard line.lowercased().hasPrefix("sep="), let last = line.last,
            let separator = CSVSeparator(rawValue: String(last)),
            try ahead.peek().map(ByteReader.isLineEnd) ?? true
        else { return nil }
        if try ahead.take() == 0x0D, try ahead.peek() == 0x0A { try ahead.take() }
        bytes = ahead
        return separator
    }
}
