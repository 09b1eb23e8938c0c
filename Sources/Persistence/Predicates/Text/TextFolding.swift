import Foundation

/// Makes texts alike that differ in case or accents only. SQL and evaluation in memory both go
/// through here.
///
/// Without options texts are compared byte by byte. With `[c]` they are composed first and then
/// lose their case; with `[d]` they are decomposed and letters of the Latin, Greek, Cyrillic and
/// Armenian scripts lose their accents, and strokes through Latin letters are taken away too. Marks
/// of other scripts, which change the letter, stay.
enum TextFolding {
    /// The options that change a text. `[n]` promises that texts need no change.
    static func effective(_ options: FetchComparison.Options) -> FetchComparison.Options {
        options.contains(.normalized)
            ? [] : options.intersection([.caseInsensitive, .diacriticInsensitive])
    }

    /// The text without what the options disregard.
    static func folded(_ text: String, _ options: FetchComparison.Options) -> String {
        var text = text
        return text.withUTF8 { String(decoding: folded($0, options), as: UTF8.self) }
    }

    /// The text without what the options disregard, as UTF-8.
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

    /// An ASCII letter in lower case; any other byte as it is.
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

    /// Whether the scalar is certain to be the same in composed texts whatever stands beside it.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x388..<0x483, 0x48A..<0x591, 0x1E00..<0x1F00, 0x4E00..<0xA000: true
        default: false
        }
    }

    private static func withoutMarks(
        _ text: UnsafeBufferPointer<UInt8>, ignoringCase: Bool
    ) -> [UInt8] {
        var writer = UnmarkedText(ignoringCase: ignoringCase, capacity: text.count)
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                writer.append(ascii: text[index])
                index += 1
                continue
            }
            let start = index
            while index < text.count, text[index] >= 0x80 { index += 1 }
            writer.append(UnsafeBufferPointer(rebasing: text[start..<index]))
        }
        return writer.finish()
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
