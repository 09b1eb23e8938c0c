/// How the characters of a file are written.
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

    /// The one of a name, however it is spelled: `windows1252`, `cp1252`, `latin1`; nil for any other name.
    public init?(named name: String) {
        let name = ImportColumn.simplified(name)
        let found = Self.allCases.first { encoding in
            let known = ImportColumn.simplified(encoding.rawValue)
            return ([known, ImportColumn.simplified(encoding.iconvName)] + encoding.aliases)
                .contains(name)
        }
        guard let found else { return nil }
        self = found
    }

    /// Its name, and where it is used: `Windows-1252 (Western Europe)`.
    public var label: String { region.map { "\(rawValue) (\($0))" } ?? rawValue }

    private var region: String? {
        switch self {
        case .windows1252, .iso15, .dos850, .macRoman: "Western Europe"
        case .windows1250, .iso2, .dos852, .macCentralEurope: "Central Europe"
        case .windows1251, .dos866, .koi8R: "Cyrillic"
        case .windows1253: "Greek"
        case .windows1254: "Turkish"
        case .windows1255: "Hebrew"
        case .windows1256: "Arabic"
        case .windows1257: "Baltic"
        case .shiftJIS, .eucJP: "Japanese"
        case .gb18030, .big5: "Chinese"
        case .eucKR: "Korean"
        case .utf8, .utf16LittleEndian, .utf16BigEndian: nil
        }
    }

    /// What the C library calls it. Windows' own tables, which are larger, go before those of standards.
    var iconvName: String {
        switch self {
        case .utf8: "UTF-8"
        case .windows1252: "CP1252"
        case .windows1250: "CP1250"
        case .windows1251: "CP1251"
        case .windows1253: "CP1253"
        case .windows1254: "CP1254"
        case .windows1255: "CP1255"
        case .windows1256: "CP1256"
        case .windows1257: "CP1257"
        case .macRoman: "MACINTOSH"
        case .macCentralEurope: "MAC-CENTRALEUROPE"
        case .iso2: "ISO-8859-2"
        case .iso15: "ISO-8859-15"
        case .dos850: "CP850"
        case .dos852: "CP852"
        case .dos866: "CP866"
        case .koi8R: "KOI8-R"
        case .shiftJIS: "CP932"
        case .eucJP: "EUC-JP-MS"
        case .gb18030: "GB18030"
        case .big5: "BIG5"
        case .eucKR: "CP949"
        case .utf16LittleEndian: "UTF-16LE"
        case .utf16BigEndian: "UTF-16BE"
        }
    }

    private var aliases: [String] {
        switch self {
        case .windows1252: ["latin1", "iso88591", "ansi"]
        case .iso2: ["latin2"]
        case .iso15: ["latin9"]
        case .macRoman: ["macintosh", "mac"]
        case .shiftJIS: ["sjis"]
        case .gb18030: ["gbk", "gb2312"]
        case .utf16LittleEndian: ["utf16"]
        default: []
        }
    }
}

// MARK: - What a file says itself

extension CSVEncoding {
    /// The one that a byte order mark says, and the length of the mark; nil if there is none.
    static func marked(_ bytes: [UInt8]) -> (encoding: CSVEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// Those that a text without a mark can be in.
    ///
    /// - Parameter hasNUL: whether each other byte of it is NUL.
    static func candidates(hasNUL: Bool) -> [CSVEncoding] {
        let wide: [CSVEncoding] = [.utf16LittleEndian, .utf16BigEndian]
        return hasNUL ? wide : allCases.filter { !wide.contains($0) }
    }
}
