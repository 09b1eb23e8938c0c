import Foundation

/// The text of a file as UTF-8 without a byte order mark, piece by piece.
struct CSVText: Sendable {
    /// How it was written.
    let encoding: CSVEncoding
    /// Whether only a person says so.
    private let isSaid: Bool
    private let source: ByteSource
    /// Where it begins, behind a mark.
    private let start: Int
    /// How many bytes of the file were read.
    private(set) var offset: Int

    private static let pieceLength = 1 << 16

    /// Finds out how the text is written: a mark says it; or else a person, or else it is UTF-8.
    ///
    /// - Parameter encoding: as what it is read if it has no mark; nil to find it out.
    /// - Throws: ``CSVFault`` if it is no text, is not UTF-8 throughout, or has to be asked for; errors of the file
    ///   system.
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
        if self.encoding == .utf8 { try check(isSaid: said != nil) }
    }

    /// How it reads in each encoding that it can be in, if only a person says which one that is; or else none.
    ///
    /// - Throws: errors of the file system.
    var samples: [EncodingSample] {
        get throws {
            let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
            return isSaid ? try EncodingSample.all(of: source, hasNUL: isWide) : []
        }
    }

    /// The part of it that was read, from 0 to 1.
    var fraction: Double { source.count > 0 ? Double(offset) / Double(source.count) : 1 }

    /// The next piece; nil at the end. A character of UTF-8 may lie in two of them.
    ///
    /// - Throws: ``CSVFault`` for bytes that are no text in the encoding, and errors of the file system.
    mutating func next() throws -> [UInt8]? {
        let piece = try source.bytes(from: offset, count: Self.pieceLength)
        guard !piece.isEmpty else { return nil }
        guard encoding != .utf8 else {
            offset += piece.count
            return piece
        }
        do {
            let (text, length) = try TextDecoder.decode(piece, from: encoding)
            guard length > 0 else { throw CSVFault.cutOff(try position(of: offset)) }
            guard !text.contains(0) else { throw CSVFault.binary }
            offset += length
            return text
        } catch let malformed as TextDecoder.Malformed {
            throw CSVFault.malformed(encoding, try position(of: offset + malformed.offset))
        }
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

    // MARK: - UTF-8

    /// Whether it is UTF-8 throughout.
    ///
    /// - Parameter isSaid: whether a mark or a person says so; or else many faults say that it is not.
    /// - Throws: ``CSVFault`` if it is not, and errors of the file system.
    private func check(isSaid: Bool) throws {
        guard try !isUTF8() else { return }
        var evidence = UTF8Evidence()
        try forEachPiece { evidence.add($0, isEnd: $1) }
        var fault: CSVFault?
        if let first = evidence.firstFault, isSaid || evidence.isNearlyUTF8 {
            let place = try position(of: start + first)
            fault = evidence.isCut ? .cutOff(place) : .malformed(.utf8, place)
        }
        if isSaid, let fault { throw fault }
        let samples = try EncodingSample.all(of: source, hasNUL: false).filter {
            $0.encoding != .utf8
        }
        throw CSVFault.unknownEncoding(samples, asUTF8: fault)
    }

    private func isUTF8() throws -> Bool {
        var isValid = true
        var rest: [UInt8] = []
        try forEachPiece { piece, _ in
            if piece.contains(0) {
                guard try Self.isWide(source) else { throw CSVFault.binary }
                throw CSVFault.unknownEncoding(try EncodingSample.all(of: source, hasNUL: true))
            }
            guard isValid else { return }
            rest += piece
            let end = Self.lengthOfWholeCharacters(rest)
            isValid = String(validating: rest[..<end], as: UTF8.self) != nil
            rest.removeFirst(end)
        }
        return isValid && rest.isEmpty
    }

    /// Whether each other byte at the beginning is NUL, as in UTF-16 without a mark.
    private static func isWide(_ source: ByteSource) throws -> Bool {
        let bytes = try source.bytes(from: 0, count: 256)
        let places = bytes.indices.filter { bytes[$0] == 0 }
        return source.count.isMultiple(of: 2) && places.count * 4 > bytes.count
            && Set(places.map { $0 % 2 }).count == 1
    }

    private func forEachPiece(_ body: ([UInt8], _ isEnd: Bool) throws -> Void) throws {
        var offset = start
        while case let piece = try source.bytes(from: offset, count: Self.pieceLength),
            !piece.isEmpty
        {
            offset += piece.count
            try body(piece, offset >= source.count)
        }
    }

    /// The line and the character in it that begins with a byte; all before it is in order.
    private func position(of byte: Int) throws -> TextPosition {
        var position = TextPosition()
        var offset = start
        while offset < byte {
            let piece = try source.bytes(
                from: offset, count: min(Self.pieceLength, byte - offset))
            let (text, length) =
                encoding == .utf8
                ? (piece, piece.count) : try TextDecoder.decode(piece, from: encoding)
            guard length > 0 else { break }
            position.add(text)
            offset += length
        }
        return position
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
