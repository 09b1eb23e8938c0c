import Foundation

/// Reads the bytes of a text one by one, and counts its lines, which end with CRLF, LF or CR.
struct ByteReader {
    private var text: CSVText
    private var piece: [UInt8] = []
    private var position = 0
    private var isBehindReturn = false
    /// The line of the next byte, from 1.
    private(set) var line = 1

    init(_ text: CSVText) { self.text = text }

    /// The fraction of the text that was read, from 0 to 1.
    var fraction: Double { text.fraction }

    /// The next byte, without taking it; nil at the end.
    mutating func peek() throws -> UInt8? {
        while position >= piece.count {
            guard let next = try text.next() else { return nil }
            (piece, position) = (next, 0)
        }
        return piece[position]
    }

    /// Takes the next byte; nil at the end.
    @discardableResult mutating func take() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if Self.isLineEnd(byte) {
            if byte == 0x0D || !isBehindReturn { line += 1 }
            isBehindReturn = byte == 0x0D
        } else {
            isBehindReturn = false
        }
        return byte
    }

    /// Takes the rest of a line up to a byte.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: ``CSVFault`` for more, and errors of the file system.
    mutating func takeLine(before end: UInt8, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try peek() != nil {
            let rest = piece[position...]
            let index = rest.firstIndex { $0 == end || Self.isLineEnd($0) }
            let taken = rest[..<(index ?? rest.endIndex)]
            bytes += taken
            guard bytes.count <= limit else { throw CSVFault.longCell(line: line, limit: limit) }
            position += taken.count
            if !taken.isEmpty { isBehindReturn = false }
            if index != nil { break }
        }
        return bytes
    }

    /// Skips spaces and line ends. Returns the next byte without taking it; nil at the end.
    mutating func skipSpace() throws -> UInt8? {
        while let byte = try peek(), Self.isSpace(byte) { try take() }
        return try peek()
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

/// The separator between the cells of a line.
public enum CSVSeparator: String, Sendable, Hashable, Codable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    public var label: String { "\(self)" }

    var byte: UInt8 { rawValue.utf8.first ?? 0 }
}

/// A line of a table; with line breaks in quotes, it spans several lines of the file.
struct CSVRecord: Sendable, Hashable {
    /// The number of its first line, from 1.
    let line: Int
    let cells: [String]

    /// Whether all cells are blank, as in the lines that spreadsheets leave at the end.
    var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
}

/// Parses the cells of a table (RFC 4180) line by line.
///
/// A quote inside a cell that does not begin with one is text.
struct CSVParser {
    private var bytes: ByteReader
    private let separator: UInt8
    private let limits: ImportLimits

    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: ByteReader, separator: CSVSeparator, limits: ImportLimits) {
        self.bytes = bytes
        self.separator = separator.byte
        self.limits = limits
    }

    /// The fraction of the text that was read, from 0 to 1.
    var fraction: Double { bytes.fraction }

    /// The next line that is not blank; nil at the end.
    ///
    /// - Throws: ``CSVFault`` that names the line, and errors of the file system.
    mutating func next() throws -> CSVRecord? {
        while try bytes.peek() != nil {
            let record = try readRecord()
            if !record.isBlank { return record }
        }
        return nil
    }

    private mutating func readRecord() throws -> CSVRecord {
        let first = bytes.line
        var cells: [String] = []
        var length = 0
        while true {
            guard cells.count < limits.columns else {
                throw CSVFault.manyCells(line: first, limit: limits.columns)
            }
            if try bytes.peek() == Self.quote {
                cells.append(try readQuoted())
            } else {
                let cell = try bytes.takeLine(before: separator, limit: limits.cellBytes)
                cells.append(String(decoding: cell, as: UTF8.self))
            }
            length += cells.last?.utf8.count ?? 0
            guard length <= limits.lineBytes else {
                throw CSVFault.longLine(line: first, limit: limits.lineBytes)
            }
            let end = try bytes.take()
            // A separator at the end of the file is followed by an empty cell.
            if end == separator { continue }
            if try end == 0x0D && bytes.peek() == 0x0A { try bytes.take() }
            return CSVRecord(line: first, cells: cells)
        }
    }

    private mutating func readQuoted() throws -> String {
        let first = bytes.line
        try bytes.take()
        var content: [UInt8] = []
        while let byte = try bytes.take() {
            if byte == Self.quote {
                guard try bytes.peek() == Self.quote else {
                    // Only spaces may follow a closing quote.
                    while try bytes.peek() == 0x20 { try bytes.take() }
                    let next = try bytes.peek()
                    guard next.map({ $0 == separator || ByteReader.isLineEnd($0) }) ?? true else {
                        throw CSVFault.textAfterQuote(line: first)
                    }
                    return String(decoding: content, as: UTF8.self)
                }
                try bytes.take()
            }
            content.append(byte)
            guard content.count <= limits.cellBytes else {
                throw CSVFault.longCell(line: first, limit: limits.cellBytes)
            }
        }
        throw CSVFault.openQuote(line: first)
    }
}
