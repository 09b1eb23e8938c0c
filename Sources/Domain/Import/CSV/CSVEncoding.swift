/// How the characters of a file are written.
public enum CSVEncoding: String, Sendable, Hashable, Codable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16 LE"
    case utf16BigEndian = "UTF-16 BE"
    /// What is no UTF-8 is taken for this one; Latin-1 is a part of it.
    case windows1252 = "Windows-1252"

    /// The one that a byte order mark says; nil if it says no UTF-16.
    init?(utf16Mark bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else {
            return nil
        }
    }

    var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// The length of bytes of UTF-16 without the beginning of a character at the end.
    func lengthOfWholeCharacters(_ bytes: [UInt8]) -> Int {
        let length = bytes.count & ~1
        guard length > 0 else { return 0 }
        let high = self == .utf16LittleEndian ? bytes[length - 1] : bytes[length - 2]
        // The first of two units.
        return (0xD8...0xDB).contains(high) ? length - 2 : length
    }

    /// Bytes as UTF-8; of UTF-16 whole characters.
    ///
    /// - Throws: ``CSVFault`` if they are no text.
    func decoded(_ bytes: [UInt8]) throws(CSVFault) -> [UInt8] {
        switch self {
        case .utf8: bytes
        case .utf16LittleEndian: try Self.utf16(bytes, lowFirst: true)
        case .utf16BigEndian: try Self.utf16(bytes, lowFirst: false)
        case .windows1252: Self.windows1252(bytes)
        }
    }

    private static func utf16(_ bytes: [UInt8], lowFirst: Bool) throws(CSVFault) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else { throw .malformedUTF16 }
        let units = stride(from: 0, to: bytes.count, by: 2).lazy.map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return lowFirst ? second << 8 | first : first << 8 | second
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let isMalformed = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
        ) { result.append($0) }
        if isMalformed { throw .malformedUTF16 }
        if result.contains(0) { throw .binary }
        return result
    }

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                result.append(byte)
            } else {
                let isMoved = (0x80...0x9F).contains(byte)
                let value = isMoved ? Self.moved[Int(byte - 0x80)] : UInt16(byte)
                result += Array(String(decoding: CollectionOfOne(value), as: UTF16.self).utf8)
            }
        }
        return result
    }

    /// The characters 0x80 to 0x9F; those that Windows leaves open are control characters.
    private static let moved: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
