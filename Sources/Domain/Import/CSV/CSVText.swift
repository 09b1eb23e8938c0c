import Foundation

/// The text of a file as UTF-8 without a byte order mark, piece by piece.
struct CSVText: Sendable {
    /// How it was written.
    let encoding: CSVEncoding
    private let source: ByteSource
    /// How many bytes of the file were read.
    private(set) var offset: Int
    /// What was read of a character of UTF-16 whose rest is in the next piece.
    private var beginning: [UInt8] = []

    private static let pieceLength = 1 << 16

    /// Finds out how the text is written.
    ///
    /// - Throws: ``CSVFault`` if it is no text, and errors of the file system.
    init(_ source: ByteSource) throws {
        let start = try source.bytes(from: 0, count: 4)
        if start == [0x50, 0x4B, 0x03, 0x04] || start == [0xD0, 0xCF, 0x11, 0xE0] {
            throw CSVFault.workbook
        }
        if start == [0x28, 0xB5, 0x2F, 0xFD] || start.starts(with: [0x1F, 0x8B]) {
            throw CSVFault.archive
        }
        self.source = source
        if let encoding = CSVEncoding(utf16Mark: start) {
            (self.encoding, offset) = (encoding, 2)
            return
        }
        offset = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        encoding = try Self.isUTF8(source, from: offset) ? .utf8 : .windows1252
    }

    /// The part of it that was read, from 0 to 1.
    var fraction: Double { source.count > 0 ? Double(offset) / Double(source.count) : 1 }

    /// The next piece; nil at the end. A character of UTF-8 may lie in two of them.
    ///
    /// - Throws: ``CSVFault`` for UTF-16 that is none, and errors of the file system.
    mutating func next() throws -> [UInt8]? {
        let piece = try source.bytes(from: offset, count: Self.pieceLength)
        offset += piece.count
        guard !piece.isEmpty else {
            guard beginning.isEmpty else { throw CSVFault.malformedUTF16 }
            return nil
        }
        guard encoding.isUTF16 else { return try encoding.decoded(piece) }
        let bytes = beginning + piece
        let end = encoding.lengthOfWholeCharacters(bytes)
        beginning = Array(bytes[end...])
        return end > 0 ? try encoding.decoded(Array(bytes[..<end])) : try next()
    }

    /// Whether it is JSON: its first character says so.
    ///
    /// - Throws: errors of the file system.
    func isJSON() throws -> Bool {
        var text = self
        while let piece = try text.next() {
            let first = piece.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
            guard let first else { continue }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
        return false
    }

    /// Whether all bytes are UTF-8.
    private static func isUTF8(_ source: ByteSource, from start: Int) throws -> Bool {
        var (offset, isValid) = (start, true)
        var rest: [UInt8] = []
        while case let piece = try source.bytes(from: offset, count: pieceLength), !piece.isEmpty {
            guard !piece.contains(0) else { throw CSVFault.binary }
            offset += piece.count
            guard isValid else { continue }
            rest += piece
            let end = lengthOfWholeCharacters(rest)
            isValid = String(validating: rest[..<end], as: UTF8.self) != nil
            rest.removeFirst(end)
        }
        return isValid && rest.isEmpty
    }

    /// The length without the beginning of a character at the end.
    private static func lengthOfWholeCharacters(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            // What follows within a character.
            if byte & 0xC0 == 0x80 { continue }
            let wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return wanted > length ? bytes.count - length : bytes.count
        }
        return bytes.count
    }
}
