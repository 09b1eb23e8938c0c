import Foundation

/// The text of a file as UTF-8 without a byte order mark, piece by piece.
struct CSVText: Sendable {
    /// How it was written.
    let encoding: CSVEncoding
    private let source: ByteSource
    /// How many bytes of the file were read.
    private(set) var offset: Int

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
        if let encoding = CSVEncoding(utf16Mark: start) {
            // Seldom enough to be read at once.
            let bytes = try source.bytes(from: 2, count: source.count)
            self.source = ByteSource(Data(try encoding.decoded(bytes)))
            (self.encoding, offset) = (encoding, 0)
            return
        }
        self.source = source
        offset = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        encoding = try Self.isUTF8(source, from: offset) ? .utf8 : .windows1252
    }

    /// How many bytes there are to read.
    var count: Int { source.count }

    /// The next piece; nil at the end. A character may lie in two of them.
    ///
    /// - Throws: errors of the file system.
    mutating func next() throws -> [UInt8]? {
        let piece = try source.bytes(from: offset, count: Self.pieceLength)
        guard !piece.isEmpty else { return nil }
        offset += piece.count
        return encoding == .windows1252 ? try encoding.decoded(piece) : piece
    }

    /// What is left of it, at once.
    ///
    /// - Throws: errors of the file system.
    func rest() throws -> [UInt8] {
        var (text, bytes) = (self, [UInt8]())
        while let piece = try text.next() { bytes += piece }
        return bytes
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
