import Foundation

/// What becomes of single Unicode scalars when texts are made alike.
enum ScalarFolding {
    /// The scalars of scripts that are common here, made ready once.
    private struct Table {
        let caseFolded: [[Unicode.Scalar]]
        let decomposed: [[Unicode.Scalar]]
        let isMark: [Bool]

        init(_ range: Range<UInt32>) {
            let scalars = range.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
            caseFolded = scalars.map(ScalarFolding.computedCaseFolding)
            decomposed = scalars.map(ScalarFolding.computedDecomposition)
            isMark = scalars.map(ScalarFolding.computedIsMark)
        }
    }

    private static let low = Table(0..<0x600)
    private static let extendedLatinAndGreek = Table(0x1E00..<0x2000)
    private static let kana = Table(0x3040..<0x3100)

    private static func table(for value: UInt32) -> (Table, Int)? {
        switch value {
        case 0..<0x600: (low, Int(value))
        case 0x1E00..<0x2000: (extendedLatinAndGreek, Int(value - 0x1E00))
        case 0x3040..<0x3100: (kana, Int(value - 0x3040))
        default: nil
        }
    }

    /// The scalar without its case.
    static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let (table, index) = table(for: scalar.value) { return table.caseFolded[index] }
        // Most scripts and all ideographs have no case.
        return scalar.properties.isCased ? computedCaseFolding(scalar) : [scalar]
    }

    /// The scalar in its letter and its marks.
    static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let (table, index) = table(for: scalar.value) { return table.decomposed[index] }
        switch scalar.value {
        case 0x3400..<0xA000: return [scalar]
        case 0xAC00..<0xD7A4: return decomposedHangul(scalar.value - 0xAC00)
        default: return computedDecomposition(scalar)
        }
    }

    /// Letters below U+0591 by their values, without accents, strokes and case; 0 for what is no
    /// letter or becomes several.
    static let foldedLetters: [UInt16] = (0..<0x591).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return 0 }
        let parts = decomposed(scalar)
        guard let first = parts.first, !isMark(first), parts.dropFirst().allSatisfy(isMark) else {
            return 0
        }
        let folded = caseFolded(withoutStroke(first))
        guard folded.count == 1, let letter = folded.first, letter.value < 0x800 else { return 0 }
        return UInt16(letter.value)
    }

    /// Whether the scalar is a mark upon the letter before it.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if let (table, index) = table(for: scalar.value) { return table.isMark[index] }
        return computedIsMark(scalar)
    }

    /// A Latin letter without the stroke through it, which Unicode does not count as a mark.
    static func withoutStroke(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "ø": "o"
        case "Ø": "O"
        case "ł": "l"
        case "Ł": "L"
        case "đ": "d"
        case "Đ": "D"
        case "ħ": "h"
        case "Ħ": "H"
        case "ŧ": "t"
        case "Ŧ": "T"
        default: scalar
        }
    }

    // MARK: Computing

    /// By way of upper case, so that σ and ς, ſ and s, ß and ss fold alike.
    private static func computedCaseFolding(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        // The dotless i is a letter of its own; its upper case is also that of i.
        if scalar == "ı" { return [scalar] }
        return scalar.properties.uppercaseMapping.unicodeScalars.flatMap {
            Array($0.properties.lowercaseMapping.unicodeScalars)
        }
    }

    private static func computedDecomposition(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func computedIsMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }

    private static func decomposedHangul(_ index: UInt32) -> [Unicode.Scalar] {
        let tail = index % 28
        let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + tail]
        return parts.prefix(tail == 0 ? 2 : 3).compactMap(Unicode.Scalar.init)
    }
}
