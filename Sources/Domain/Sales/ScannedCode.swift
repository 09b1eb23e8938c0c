import Foundation

/// A code without what scanners and people put around and between its characters.
struct ScannedCode {
    /// What parts the elements of a GS1 string: the character that scanners send for FNC1.
    static let separator: UInt8 = 0x1D
    /// How a page shows it.
    private static let separatorSymbol: Unicode.Scalar = "\u{241D}"

    /// The characters that count, without the symbology identifier of the scanner, blanks and dashes; none if
    /// others than ASCII are among them.
    let bytes: ArraySlice<UInt8>

    init(_ text: String) {
        // Most codes are digits alone.
        if text.utf8.allSatisfy({ $0 &- 48 < 10 }) {
            bytes = Array(text.utf8)[...]
            return
        }
        var text = Self.withoutIdentifier(text)
        for name in ["<GS>", "{GS}", "<FNC1>", "{FNC1}"] where text.contains(name.prefix(1)) {
            text = text.replacingOccurrences(
                of: name, with: "\u{1D}", options: .caseInsensitive)
        }
        var bytes: [UInt8] = []
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            if let digit = CardDigits.digit(scalar) {
                bytes.append(48 + digit)
            } else if scalar == Self.separatorSymbol || scalar.value == UInt32(Self.separator) {
                bytes.append(Self.separator)
            } else if scalar.isTypographic {
                continue
            } else if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else {
                self.bytes = []
                return
            }
        }
        self.bytes = bytes.drop { $0 == Self.separator }
    }

    /// A text without the symbology identifier that a scanner may put in front, `]E0`, `]C1` (ISO/IEC
    /// 15424), and without what a spreadsheet adds to a code.
    static func withoutIdentifier(_ text: String) -> String {
        let text = SpreadsheetCode.read(text).code.trimmingCharacters(in: .whitespacesAndNewlines)
        let start = Array(text.unicodeScalars.prefix(3))
        guard start.count == 3, start[0] == "]", start[1].isASCII, start[1].properties.isAlphabetic,
            start[2].isASCII,
            start[2].properties.numericType == .decimal
                || start[2].properties.isAlphabetic
        else { return text }
        return String(text.unicodeScalars.dropFirst(3))
    }

    /// A text as it can be kept and shown: separators of a GS1 string as `␝`, without other characters that
    /// cannot be seen.
    static func visible(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value == UInt32(separator) {
                visible.append(separatorSymbol)
            } else if !scalar.isUnseen || scalar.properties.isWhitespace {
                visible.append(scalar)
            }
        }
        return String(visible)
    }
}

extension Unicode.Scalar {
    /// Whether it only parts or arranges what stands around it: a blank, a dash, or nothing that is seen.
    var isTypographic: Bool {
        CardDigits.isSeparator(self) || value == 0x2212 || isUnseen || CardDigits.isInvisible(self)
    }
}
