import Foundation

/// The first line of a table: the separator and the names of the columns.
struct TableStart {
    let separator: CSVSeparator
    let names: [String]
    /// Reads the lines that follow.
    var parser: CSVParser

    /// Finds out the separator: a first line `sep=;` says it, or else the one under which most names
    /// are known, and there are most.
    ///
    /// - Throws: ``CSVFault``, and errors of the file system.
    init(_ text: CSVText, limits: ImportLimits) throws {
        var beginning = text
        let (offset, line, said) = Self.skipAnnouncement(try beginning.next() ?? [])
        var best: TableStart?
        for separator in said.map({ [$0] }) ?? CSVSeparator.allCases {
            let parser = try CSVParser(
                text, separator: separator, limits: limits, from: offset, line: line)
            guard let candidate = try TableStart(separator, parser) else { throw CSVFault.empty }
            if best.map({ candidate.weight > $0.weight }) ?? true { best = candidate }
        }
        guard let best else { throw CSVFault.empty }
        self = best
    }

    private init?(_ separator: CSVSeparator, _ parser: CSVParser) throws {
        var parser = parser
        let record: CSVRecord?
        do {
            record = try parser.next()
        } catch CSVFault.textAfterQuote {
            // With another separator the line may be in order.
            record = CSVRecord(line: 1, cells: [])
        }
        guard let record else { return nil }
        self.separator = separator
        self.names = record.cells.map { $0.precomposedStringWithCanonicalMapping }
        self.parser = parser
    }

    private var weight: (known: Int, all: Int) {
        let known = ImportKind.allCases.map { ImportHeader(names, kind: $0).columns.count }
        return (known.max() ?? 0, names.count)
    }

    private static func skipAnnouncement(
        _ bytes: [UInt8]
    ) -> (offset: Int, line: Int, separator: CSVSeparator?) {
        let end = bytes.prefix(12).firstIndex { $0 == 10 || $0 == 13 } ?? bytes.prefix(12).count
        let line = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        guard line.hasPrefix("sep="),
            let separator = CSVSeparator(rawValue: String(line.dropFirst(4)))
        else { return (0, 1, nil) }
        let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
        return (min(end + (isPair ? 2 : 1), bytes.count), 2, separator)
    }
}
