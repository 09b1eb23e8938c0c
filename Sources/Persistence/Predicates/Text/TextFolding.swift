import Foundation

/// Folds case and accents for comparisons, in SQL and in memory.
///
/// Without options texts are compared byte by byte. `[c]` composes them and folds case. `[d]`
/// decomposes them and removes accents from Latin, Greek, Cyrillic and Armenian letters, and
/// strokes from Latin ones. Marks of other scripts, which change the letter, stay.
enum TextFolding {
    /// The options that change a text. `[n]` promises that texts need no change.
    static func effective(_ options: FetchComparison.Options) -> FetchComparison.Options {
        options.contains(.normalized)
            ? [] : options.intersection([.caseInsensitive, .diacriticInsensitive])
    }

    static func folded(_ text: String, _ options: FetchComparison.Options) -> String {
        var text = text
        return text.withUTF8 { String(decoding: folded($0, options), as: UTF8.self) }
    }

    /// The folded text as UTF-8.
    static func folded(
        _ text: UnsafeBufferPointer<UInt8>, _ options: FetchComparison.Options
    ) -> [UInt8] {
        let options = effective(options)
        guard !options.isEmpty else { return Array(text) }
        if isASCII(text) {
            guard options.contains(.caseInsensitive) else { return Array(text) }
            return text.map(lowercased)
        }
        return options.contains(.diacriticInsensitive)
            ? withoutMarks(text, ignoringCase: options.contains(.caseInsensitive))
            : withoutCase(text)
    }

    static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        let raw = UnsafeRawBufferPointer(text)
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < raw.count {
            if raw[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }

    /// An ASCII letter in lower case; other bytes stay.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 65 < 26 ? byte | 0x20 : byte
    }

    private static func withoutCase(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var string = String(decoding: text, as: UTF8.self)
        if !string.unicodeScalars.allSatisfy(isComposed) {
            string = string.precomposedStringWithCanonicalMapping
        }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for scalar in string.unicodeScalars {
            ScalarFolding.caseFolded(scalar).forEach { append($0, to: &result) }
        }
        return result
    }

    /// Whether the scalar is sure to stay the same in a composed text, whatever its neighbors.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x388..<0x483, 0x48A..<0x591, 0x1E00..<0x1F00, 0x4E00..<0xA000: true
        default: false
        }
    }

    private static func withoutMarks(
        _ text: UnsafeBufferPointer<UInt8>, ignoringCase: Bool
    ) -> [UInt8] {
        var folder = DiacriticFolder(ignoringCase: ignoringCase, capacity: text.count)
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                folder.append(ascii: text[index])
                index += 1
                continue
            }
            let start = index
            while index < text.count, text[index] >= 0x80 { index += 1 }
            folder.append(UnsafeBufferPointer(rebasing: text[start..<index]))
        }
        return folder.finish()
    }

    @inline(__always)
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.value < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}

extension FetchComparison.Options {
    /// The folded text as UTF-8, which predicates compare.
    public func folded(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { TextFolding.folded($0, self) }
    }
}

extension FetchSortDescriptor.Comparison {
    /// Bytes whose order is the order of the texts.
    public func sortKey(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { TextSortKey.key($0, self) }
    }
}

/// Folding of single Unicode scalars.
enum ScalarFolding {
    /// Precomputed results for common scripts.
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

    static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let (table, index) = table(for: scalar.value) { return table.caseFolded[index] }
        // Most scripts and all ideographs have no case.
        return scalar.properties.isCased ? computedCaseFolding(scalar) : [scalar]
    }

    /// The scalar decomposed to its letter and its marks.
    static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let (table, index) = table(for: scalar.value) { return table.decomposed[index] }
        switch scalar.value {
        case 0x3400..<0xA000: return [scalar]
        case 0xAC00..<0xD7A4: return decomposedHangul(scalar.value - 0xAC00)
        default: return computedDecomposition(scalar)
        }
    }

    /// Folded letters below U+0591 by value, without accents, strokes and case; 0 for other
    /// characters and for letters that fold to several.
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

    /// Whether the scalar is a combining mark.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if let (table, index) = table(for: scalar.value) { return table.isMark[index] }
        return computedIsMark(scalar)
    }

    /// A Latin letter without its stroke, which Unicode does not decompose.
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

    /// Folds via upper case, so that σ and ς, ſ and s, ß and ss are equal.
    private static func computedCaseFolding(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        // The dotless i has the same upper case as i, but is another letter.
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

/// Removes the accents of a text and, on demand, its case.
struct DiacriticFolder {
    private var result: [UInt8] = []
    private let ignoringCase: Bool
    /// The pending marks, which are sorted before the next letter.
    private var marks: [Unicode.Scalar] = []
    /// Whether the marks of the last letter are dropped.
    private var dropsMarks = false

    init(ignoringCase: Bool, capacity: Int) {
        self.ignoringCase = ignoringCase
        result.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(ascii byte: UInt8) {
        if !marks.isEmpty { flush() }
        dropsMarks = true
        result.append(ignoringCase ? TextFolding.lowercased(byte) : byte)
    }

    /// Adds non-ASCII bytes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if appendPairs(bytes) { return }
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar) }
    }

    mutating func finish() -> [UInt8] {
        flush()
        return result
    }

    /// Adds two-byte scalars that fold to one scalar each, as most European letters do; if there
    /// are others, adds nothing and returns false.
    private mutating func appendPairs(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ignoringCase, bytes.count % 2 == 0 else { return false }
        let start = result.count
        let table = ScalarFolding.foldedLetters
        for index in stride(from: 0, to: bytes.count, by: 2) {
            let (lead, tail) = (bytes[index], bytes[index + 1])
            let value = Int(lead & 0x1F) << 6 | Int(tail & 0x3F)
            guard lead & 0xE0 == 0xC0, tail & 0xC0 == 0x80, value >= 0x80, value < table.count,
                table[value] != 0, marks.isEmpty
            else {
                result.removeSubrange(start...)
                return false
            }
            let folded = table[value]
            if folded >= 0x80 {
                result.append(UInt8(truncatingIfNeeded: 0xC0 | folded >> 6))
                result.append(UInt8(truncatingIfNeeded: 0x80 | folded & 0x3F))
            } else {
                result.append(UInt8(truncatingIfNeeded: folded))
            }
        }
        dropsMarks = true
        return true
    }

    private mutating func append(_ source: Unicode.Scalar) {
        for scalar in ScalarFolding.decomposed(source) {
            if scalar.value >= 0x300, ScalarFolding.isMark(scalar) {
                if !dropsMarks { marks.append(scalar) }
                continue
            }
            if !marks.isEmpty { flush() }
            dropsMarks = scalar.value < 0x591
            let base = ScalarFolding.withoutStroke(scalar)
            if ignoringCase {
                for scalar in ScalarFolding.caseFolded(base) {
                    TextFolding.append(scalar, to: &result)
                }
            } else {
                TextFolding.append(base, to: &result)
            }
        }
    }

    /// Marks are put in canonical order, so that equivalent texts fold alike.
    private mutating func flush() {
        if marks.count > 1 {
            marks = marks.enumerated().sorted {
                let (first, second) = (
                    $0.element.properties.canonicalCombiningClass,
                    $1.element.properties.canonicalCombiningClass
                )
                return first == second ? $0.offset < $1.offset : first < second
            }.map(\.element)
        }
        for mark in marks { TextFolding.append(mark, to: &result) }
        marks.removeAll(keepingCapacity: true)
    }
}
