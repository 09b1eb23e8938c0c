import Foundation

/// Transliterates to the characters of a plain keyboard: `œ` to `oe`, `ｶ` to `カ`, `²` to `2`, `“`
/// to `"`, `‑` to `-`. Removes invisible characters and the vowel signs of Hebrew and Arabic. Case
/// and accents stay.
///
/// Collation and searches apply it first, and fold case and accents afterwards.
enum PlainSpelling {
    static let apostrophe = UInt8(ascii: "'")

    /// Calls the closure with the plain spelling; most texts need no change.
    static func with<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        text.allSatisfy { ascii($0) == $0 }
            ? body(text) : spelled(text).withUnsafeBufferPointer(body)
    }

    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory != .control && !properties.isWhitespace
            && !properties.isDefaultIgnorableCodePoint
    }

    private static func spelled(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                if let byte = ascii(text[index]) { result.append(byte) }
                index += 1
                continue
            }
            let start = index
            while index < text.count, text[index] >= 0x80 { index += 1 }
            let run = UnsafeBufferPointer(rebasing: text[start..<index])
            for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
                if let spelling = spelling(of: scalar) {
                    result += spelling
                } else {
                    TextFolding.append(scalar, to: &result)
                }
            }
        }
        return result
    }

    /// The spelling of an ASCII character; nil for invisible ones and for other bytes.
    @inline(__always)
    private static func ascii(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "`"): apostrophe
        case 0x20...0x7E: byte
        case 0x09...0x0D: UInt8(ascii: " ")
        default: nil
        }
    }

    // MARK: Single scalars

    /// Precomputed spellings of European scripts, Hebrew and typographic signs.
    private static let low = Table(0x80..<0x600)
    private static let signs = Table(0x2000..<0x2070)

    private struct Table {
        let spellings: [[UInt8]?]

        init(_ range: Range<UInt32>) {
            spellings = range.map { Unicode.Scalar($0).flatMap(PlainSpelling.computedSpelling) }
        }
    }

    /// A scalar's spelling in UTF-8; nil if it is plain already.
    private static func spelling(of scalar: Unicode.Scalar) -> [UInt8]? {
        switch scalar.value {
        case 0x80..<0x600: low.spellings[Int(scalar.value - 0x80)]
        case 0x2000..<0x2070: signs.spellings[Int(scalar.value - 0x2000)]
        default: computedSpelling(scalar)
        }
    }

    private static func computedSpelling(_ scalar: Unicode.Scalar) -> [UInt8]? {
        if let spelling = spellingOfSign(scalar) { return Array(spelling.utf8) }
        // Outside the tables, only scalars that Unicode's NFKC case folding changes have another
        // spelling.
        guard scalar.value < 0x600 || scalar.properties.changesWhenNFKCCaseFolded else {
            return nil
        }
        let canonical = String(scalar).decomposedStringWithCanonicalMapping
        var parts = String(scalar).decomposedStringWithCompatibilityMapping
        // Unicode decomposes a free-standing accent to a space and a mark.
        if parts.unicodeScalars.first == " " { parts = canonical }
        var spelling = ""
        for part in parts.unicodeScalars {
            spelling += spellingOfSign(part) ?? String(part)
        }
        return spelling == canonical ? nil : Array(spelling.utf8)
    }

    /// The spelling of a scalar that Unicode decomposes differently or not at all.
    private static func spellingOfSign(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "œ": "oe"
        case "Œ": "OE"
        case "æ": "ae"
        case "Æ": "AE"
        case "ẞ": "SS"
        case "ð": "d"
        case "Ð": "D"
        case "þ": "th"
        case "Þ": "TH"
        case "ı": "i"
        // Single quotes, apostrophes, primes, and letters that look like them.
        case "\u{2018}"..."\u{201B}", "\u{2032}", "\u{2035}", "\u{2039}", "\u{203A}", "\u{B4}",
            "\u{2B9}", "\u{2BB}"..."\u{2BF}", "\u{55A}", "\u{5F3}", "\u{A78C}", "`":
            "'"
        case "\u{201C}"..."\u{201F}", "\u{AB}", "\u{BB}", "\u{2033}", "\u{2036}", "\u{2BA}",
            "\u{2EE}", "\u{301D}"..."\u{301F}", "\u{5F4}":
            "\""
        case "\u{2010}"..."\u{2015}", "\u{2043}", "\u{2212}", "\u{FE58}", "\u{5BE}", "\u{58A}": "-"
        case "\u{2044}", "\u{2215}": "/"
        default: isPassedOver(scalar) ? "" : scalar.properties.isWhitespace ? " " : nil
        }
    }

    /// Whether a scalar is ignored: vowel signs and cantillation marks in Hebrew and Arabic, the
    /// Arabic tatweel, and invisible characters.
    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
        // Hamza and madda above and below, U+0653 to U+0655, make another letter.
        case 0x610...0x61A, 0x640, 0x64B...0x652, 0x656...0x65F, 0x670, 0x6D6...0x6DC,
            0x6DF...0x6E4, 0x6E7, 0x6E8, 0x6EA...0x6ED:
            true
        default: !isVisible(scalar) && !scalar.properties.isWhitespace
        }
    }
}
