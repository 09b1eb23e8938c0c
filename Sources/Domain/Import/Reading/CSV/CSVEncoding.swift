import Foundation

/// The encoding of a file's text.
public enum CSVEncoding: String, Sendable, Hashable, Codable, CaseIterable {
    case utf8 = "UTF-8"
    case windows1252 = "Windows-1252"
    case windows1250 = "Windows-1250"
    case windows1251 = "Windows-1251"
    case windows1253 = "Windows-1253"
    case windows1254 = "Windows-1254"
    case windows1255 = "Windows-1255"
    case windows1256 = "Windows-1256"
    case windows1257 = "Windows-1257"
    case macRoman = "Mac Roman"
    case macCentralEurope = "Mac Central Europe"
    case iso2 = "ISO-8859-2"
    case iso15 = "ISO-8859-15"
    case dos850 = "DOS 850"
    case dos852 = "DOS 852"
    case dos866 = "DOS 866"
    case koi8R = "KOI8-R"
    case shiftJIS = "Shift-JIS"
    case eucJP = "EUC-JP"
    case gb18030 = "GB18030"
    case big5 = "Big5"
    case eucKR = "EUC-KR"
    case utf16LittleEndian = "UTF-16 LE"
    case utf16BigEndian = "UTF-16 BE"

    /// The name in the C library, the region, and aliases. The tables of Windows, which are larger,
    /// come before those of standards.
    private var facts: (iconv: String, region: String?, aliases: [String]) {
        switch self {
        case .utf8: ("UTF-8", nil, [])
        case .windows1252: ("CP1252", "Western Europe", ["latin1", "iso88591", "ansi"])
        case .windows1250: ("CP1250", "Central Europe", [])
        case .windows1251: ("CP1251", "Cyrillic", [])
        case .windows1253: ("CP1253", "Greek", [])
        case .windows1254: ("CP1254", "Turkish", [])
        case .windows1255: ("CP1255", "Hebrew", [])
        case .windows1256: ("CP1256", "Arabic", [])
        case .windows1257: ("CP1257", "Baltic", [])
        case .macRoman: ("MACINTOSH", "Western Europe", ["mac"])
        case .macCentralEurope: ("MAC-CENTRALEUROPE", "Central Europe", [])
        case .iso2: ("ISO-8859-2", "Central Europe", ["latin2"])
        case .iso15: ("ISO-8859-15", "Western Europe", ["latin9"])
        case .dos850: ("CP850", "Western Europe", [])
        case .dos852: ("CP852", "Central Europe", [])
        case .dos866: ("CP866", "Cyrillic", [])
        case .koi8R: ("KOI8-R", "Cyrillic", [])
        case .shiftJIS: ("CP932", "Japanese", ["sjis"])
        case .eucJP: ("EUC-JP-MS", "Japanese", [])
        case .gb18030: ("GB18030", "Chinese", ["gbk", "gb2312"])
        case .big5: ("BIG5", "Chinese", [])
        case .eucKR: ("CP949", "Korean", [])
        case .utf16LittleEndian: ("UTF-16LE", nil, ["utf16"])
        case .utf16BigEndian: ("UTF-16BE", nil, [])
        }
    }

    /// The encoding with a name in any spelling: `windows1252`, `cp1252`, `latin1`; nil for an
    /// unknown name.
    public init?(named name: String) {
        let name = ImportColumn.simplified(name)
        let found = Self.allCases.first { encoding in
            let facts = encoding.facts
            return ([encoding.rawValue, facts.iconv] + facts.aliases).contains {
                ImportColumn.simplified($0) == name
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// The name with the region: `Windows-1252 (Western Europe)`.
    public var label: String { facts.region.map { "\(rawValue) (\($0))" } ?? rawValue }

    /// The encoding of a byte order mark, and the length of the mark; nil if there is none.
    static func marked(_ bytes: [UInt8]) -> (encoding: CSVEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// Whether characters have at least two bytes, so that every second byte of most texts is NUL.
    var isWide: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// Bytes that are not a character of an encoding.
    struct Malformed: Error {
        /// The number of valid bytes before them.
        let offset: Int
    }

    /// Converts whole characters to UTF-8 with `iconv` of the C library.
    ///
    /// - Returns: the text, and the number of its bytes; an incomplete character at the end is
    ///   left.
    /// - Throws: ``Malformed``, and ``CSVFault`` if the system does not know the encoding.
    func decode(_ bytes: [UInt8]) throws -> (text: [UInt8], length: Int) {
        // A converter remembers the last character of some encodings, so each chunk needs a new
        // one.
        let converter = iconv_open("UTF-8", facts.iconv)
        guard let converter, converter != iconv_t(bitPattern: -1) else {
            throw CSVFault.unavailable(self)
        }
        defer { iconv_close(converter) }
        var bytes = bytes
        let count = bytes.count
        // A character grows at most fourfold, and one may be remembered.
        let capacity = 4 * count + 16
        var (rest, reason) = (count, CInt(0))
        let text = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, length in
            bytes.withUnsafeMutableBytes { source in
                var input = source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var output = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(
                    to: CChar.self)
                var room = capacity
                if iconv(converter, &input, &rest, &output, &room) == -1 { reason = errno }
                if reason == 0 || reason == EINVAL { iconv(converter, nil, nil, &output, &room) }
                length = capacity - room
            }
        }
        guard reason == 0 || reason == EINVAL else { throw Malformed(offset: count - rest) }
        return (text, count - rest)
    }
}
