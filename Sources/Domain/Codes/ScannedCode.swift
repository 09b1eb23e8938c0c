import Foundation

/// A code without the additions of scanners and people.
struct ScannedCode {
    /// The separator of GS1 elements, which scanners send for FNC1.
    static let separator: UInt8 = 0x1D
    /// The visible form of the separator.
    private static let separatorSymbol: Unicode.Scalar = "\u{241D}"

    /// The significant characters, without symbology identifier, blanks and dashes; empty if any is
    /// not ASCII.
    let bytes: ArraySlice<UInt8>

    init(_ text: String) {
        // Most codes are only digits.
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

    /// Removes a symbology identifier such as `]E0` or `]C1` (ISO/IEC 15424), and a spreadsheet's
    /// additions.
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

    /// The storable and visible form of a text: GS1 separators as `␝`, without other control
    /// characters.
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
    /// Whether it only separates or formats: a blank, a dash, or an invisible character.
    var isTypographic: Bool {
        CardDigits.isSeparator(self) || value == 0x2212 || isUnseen || CardDigits.isInvisible(self)
    }
}
