/// Reads the cells of a table (RFC 4180) one line after the other.
///
/// Lines end with CRLF, LF or CR. A quote within a cell that does not begin with one is text.
struct CSVParser {
    private var text: CSVText
    /// What is in memory of the text: a line at least, and a piece.
    private var bytes: [UInt8] = []
    private let separator: UInt8
    private let limits: ImportLimits
    private var position = 0
    private var line: Int

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// - Parameters:
    ///   - start: how many bytes are passed over. Default: 0.
    ///   - line: the number of the line there. Default: 1.
    /// - Throws: errors of the file system.
    init(
        _ text: CSVText, separator: CSVSeparator, limits: ImportLimits, from start: Int = 0,
        line: Int = 1
    ) throws {
        self.text = text
        self.separator = separator.byte
        self.limits = limits
        self.line = line
        while bytes.count < start, try readOn() {}
        position = min(start, bytes.count)
    }

    /// The part of the text that was read, from 0 to 1.
    var fraction: Double { text.fraction }

    /// The next line that is not blank; nil at the end.
    ///
    /// - Throws: ``CSVFault`` that names the line, and errors of the file system.
    mutating func next() throws -> CSVRecord? {
        while true {
            if position >= bytes.count, try !readOn() { return nil }
            let record = try readWholeRecord()
            if !record.isBlank { return record }
        }
    }

    /// Reads a record that ends before the bytes in memory do, or with the text: what ends with them may
    /// go on behind them.
    private mutating func readWholeRecord() throws -> CSVRecord {
        while true {
            let first = line
            let start = position
            let result = Result { () throws(CSVFault) in try readRecord() }
            if position < bytes.count { return try result.get() }
            // What is too long does not become shorter.
            if case .failure(.longCell) = result { return try result.get() }
            if case .failure(.manyCells) = result { return try result.get() }
            position = start
            guard try readOn() else {
                position = bytes.count
                return try result.get()
            }
            line = first
        }
    }

    /// Takes the next piece of the text into memory, in the place of what was read.
    ///
    /// - Returns: false at the end.
    private mutating func readOn() throws -> Bool {
        guard let piece = try text.next() else { return false }
        bytes.removeFirst(position)
        position = 0
        bytes += piece
        return true
    }

    private mutating func readRecord() throws(CSVFault) -> CSVRecord {
        let first = line
        var cells: [String] = []
        while true {
            guard cells.count < limits.columns else {
                throw .manyCells(line: first, limit: limits.columns)
            }
            let isQuoted = position < bytes.count && bytes[position] == Self.quote
            cells.append(isQuoted ? try readQuoted() : try readPlain())
            guard position < bytes.count else { break }
            let isSeparator = bytes[position] == separator
            if isSeparator { position += 1 } else { skipLineEnd() }
            // A separator at the end of the file has an empty cell after it.
            if !isSeparator { break }
        }
        return CSVRecord(line: first, cells: cells)
    }

    private mutating func readPlain() throws(CSVFault) -> String {
        let start = position
        while position < bytes.count, bytes[position] != separator, !isLineEnd(bytes[position]) {
            position += 1
        }
        return try text(start..<position)
    }

    private mutating func readQuoted() throws(CSVFault) -> String {
        let first = line
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote {
                guard position < bytes.count, bytes[position] == Self.quote else {
                    try endQuoted(first)
                    return String(decoding: content, as: UTF8.self)
                }
                position += 1
            }
            let isLastOfEnd = position >= bytes.count || bytes[position] != Self.lineFeed
            if byte == Self.lineFeed || (byte == Self.carriageReturn && isLastOfEnd) { line += 1 }
            content.append(byte)
            guard content.count <= limits.cellBytes else {
                throw .longCell(line: first, limit: limits.cellBytes)
            }
        }
        throw .openQuote(line: first)
    }

    /// Spaces may follow a closing quote, and nothing else.
    private mutating func endQuoted(_ first: Int) throws(CSVFault) {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        guard position >= bytes.count || bytes[position] == separator || isLineEnd(bytes[position])
        else { throw .textAfterQuote(line: first) }
    }

    private mutating func skipLineEnd() {
        let byte = bytes[position]
        position += 1
        let isPair =
            byte == Self.carriageReturn && position < bytes.count
            && bytes[position] == Self.lineFeed
        if isPair { position += 1 }
        line += 1
    }

    private func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private func text(_ range: Range<Int>) throws(CSVFault) -> String {
        guard range.count <= limits.cellBytes else {
            throw .longCell(line: line, limit: limits.cellBytes)
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
