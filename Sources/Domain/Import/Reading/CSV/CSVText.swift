import Foundation

/// The bytes of a file, with random access.
struct ByteSource: Sendable {
    private let file: FileHandle
    /// The number of bytes.
    let count: Int

    /// - Throws: errors of the file system.
    init(contentsOf path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        count = Int(try file.seekToEnd())
    }

    /// The bytes of a range; fewer at the end.
    ///
    /// - Throws: errors of the file system.
    func bytes(from start: Int, count: Int) throws -> [UInt8] {
        try file.seek(toOffset: UInt64(start))
        return [UInt8](try file.read(upToCount: max(min(count, self.count - start), 0)) ?? Data())
    }
}

/// A position in a text.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public internal(set) var line = 1
    /// The character in the line, from 1.
    public internal(set) var character = 1

    /// `Line 3, character 7`.
    public var description: String { "Line \(line), character \(character)" }
}

/// The text of a file as UTF-8 without a byte order mark, in chunks.
struct CSVText: Sendable {
    /// The encoding of the file.
    let encoding: CSVEncoding
    /// Whether the encoding is only known from the user.
    private let isSaid: Bool
    /// Whether the text is known to be valid UTF-8, so that it needs no conversion.
    private var isValid = false
    private let source: ByteSource
    /// The start of the text, after a mark.
    private let start: Int
    /// The number of bytes read.
    private(set) var offset: Int

    private static let pieceLength = 1 << 16

    /// Determines the encoding: by a mark, or else the user's choice, or else UTF-8.
    ///
    /// - Parameter encoding: the encoding of a file without a mark; nil to detect it.
    /// - Throws: ``CSVFault`` if it is not text, is not valid UTF-8, or the user has to choose;
    ///   errors of the file system.
    init(_ source: ByteSource, as encoding: CSVEncoding? = nil) throws {
        let head = try source.bytes(from: 0, count: 4)
        if head == [0x50, 0x4B, 0x03, 0x04] || head == [0xD0, 0xCF, 0x11, 0xE0] {
            throw CSVFault.workbook
        }
        if head == [0x28, 0xB5, 0x2F, 0xFD] || head.starts(with: [0x1F, 0x8B]) {
            throw CSVFault.archive
        }
        self.source = source
        let mark = CSVEncoding.marked(head)
        start = mark?.length ?? 0
        offset = start
        let said = mark?.encoding ?? encoding
        isSaid = mark == nil && encoding != nil
        self.encoding = said ?? .utf8
        if self.encoding == .utf8 {
            try check(isSaid: said != nil)
            isValid = true
        }
    }

    /// Samples in each possible encoding, if only the user can choose; else none.
    ///
    /// - Throws: errors of the file system.
    var samples: [EncodingSample] {
        get throws { isSaid ? try EncodingSample.all(of: source, isWide: encoding.isWide) : [] }
    }

    /// The fraction of the text that was read, from 0 to 1.
    var fraction: Double { source.count > 0 ? Double(offset) / Double(source.count) : 1 }

    /// The next chunk; nil at the end. A character may be split between two chunks.
    ///
    /// - Throws: ``CSVFault`` for bytes that are invalid in the encoding, and errors of the file
    ///   system.
    mutating func next() throws -> [UInt8]? {
        let piece = try source.bytes(from: offset, count: Self.pieceLength)
        guard !piece.isEmpty else { return nil }
        guard !isValid else {
            offset += piece.count
            return piece
        }
        if encoding == .utf8, piece.contains(0) { throw CSVFault.binary }
        do {
            let (text, length) = try encoding.decode(piece)
            guard length > 0 else { throw CSVFault.cutOff(try position(of: offset)) }
            guard !text.contains(0) else { throw CSVFault.binary }
            offset += length
            return text
        } catch let malformed as CSVEncoding.Malformed {
            throw CSVFault.malformed(encoding, try position(of: offset + malformed.offset))
        }
    }

    /// Whether the text is JSON, by its first character.
    ///
    /// - Throws: errors of the file system.
    func isJSON() throws -> Bool {
        var reader = ByteReader(self)
        let first = try reader.skipSpace()
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The position of the character that starts at a byte, after valid text.
    private func position(of byte: Int) throws -> TextPosition {
        var (position, isBehindReturn) = (TextPosition(), false)
        var offset = start
        while offset < byte {
            let piece = try source.bytes(from: offset, count: min(Self.pieceLength, byte - offset))
            let (text, length) = try encoding.decode(piece)
            guard length > 0 else { break }
            for byte in text {
                if byte == 0x0D || byte == 0x0A {
                    if byte == 0x0D || !isBehindReturn { position.line += 1 }
                    position.character = 1
                } else if byte & 0xC0 != 0x80 {
                    position.character += 1
                }
                isBehindReturn = byte == 0x0D
            }
            offset += length
        }
        return position
    }

    // MARK: - UTF-8

    /// Rejects text that is not valid UTF-8.
    ///
    /// - Parameter isSaid: whether a mark or the user declares UTF-8; otherwise many faults mean
    ///   another encoding.
    private func check(isSaid: Bool) throws {
        var text = self
        do {
            while try text.next() != nil {}
        } catch CSVFault.binary {
            guard try hasEachOtherByteNUL() else { throw CSVFault.binary }
            throw CSVFault.unknownEncoding(try EncodingSample.all(of: source, isWide: true))
        } catch let fault as CSVFault {
            if isSaid { throw fault }
            let samples = try EncodingSample.all(of: source, isWide: false)
            throw CSVFault.unknownEncoding(
                samples.filter { $0.encoding != .utf8 }, asUTF8: try isNearlyUTF8() ? fault : nil)
        }
    }

    /// Whether every second byte at the start is NUL, as in UTF-16 without a mark.
    private func hasEachOtherByteNUL() throws -> Bool {
        let bytes = try source.bytes(from: 0, count: 256)
        let places = bytes.indices.filter { bytes[$0] == 0 }
        return source.count.isMultiple(of: 2) && places.count * 4 > bytes.count
            && Set(places.map { $0 % 2 }).count == 1
    }

    /// Whether all but a few bytes are UTF-8, since multibyte characters rarely occur by chance.
    private func isNearlyUTF8() throws -> Bool {
        var (characters, faults, offset) = (0, 0, start)
        while case var piece = try source.bytes(from: offset, count: Self.pieceLength),
            !piece.isEmpty
        {
            let isLast = offset + piece.count >= source.count
            // A chunk can be split after any ASCII character.
            if !isLast, let end = piece.lastIndex(where: { $0 < 0x80 }) {
                piece.removeLast(piece.count - 1 - end)
            }
            offset += piece.count
            for scalar in String(decoding: piece, as: UTF8.self).unicodeScalars
            where !scalar.isASCII {
                if scalar == "\u{FFFD}" { faults += 1 } else { characters += 1 }
            }
            // CESU-8 encodes a surrogate pair as six bytes, which are invalid in UTF-8.
            let pairs = piece.indices.dropLast(5).filter {
                piece[$0] == 0xED && piece[$0 + 1] & 0xF0 == 0xA0 && piece[$0 + 3] == 0xED
                    && piece[$0 + 4] & 0xF0 == 0xB0
            }.count
            (characters, faults) = (characters + pairs, faults - 6 * pairs)
            // More than one byte of an incomplete character.
            if isLast, let last = piece.last, last & 0xC0 == 0x80,
                let whole = try? encoding.decode(Array(piece.suffix(3))).length,
                whole < min(piece.count, 3)
            {
                characters += 1
            }
        }
        return characters > 0 && characters >= faults
    }
}
