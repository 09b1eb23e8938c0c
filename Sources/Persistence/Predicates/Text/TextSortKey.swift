import Foundation

/// Collation keys, compared byte by byte. SQL and sorting in memory both use them.
package enum TextSortKey {
    /// Increases when the natural order changes, so that stores rebuild the keys of another
    /// version.
    package static let version = 1

    /// The greatest length of a stored key. Where keys are that long, the bytes of the texts decide
    /// the rest.
    package static let maximumLength = 1_000

    /// The stored key of a text in natural order; null for null.
    package static func stored(of text: AttributeValue) -> AttributeValue {
        guard var text = text.text else { return .null }
        return .data(Data(text.withUTF8 { standard($0).prefix(maximumLength) }))
    }

    /// Whether a stored key is truncated, so that it does not determine the order alone.
    package static func isCut(_ key: AttributeValue) -> Bool {
        if case .data(let key) = key { key.count >= maximumLength } else { false }
    }

    static func key(
        _ text: UnsafeBufferPointer<UInt8>, _ comparison: FetchSortDescriptor.Comparison
    ) -> [UInt8] {
        switch comparison {
        case .plain, .relevance: Array(text)
        case .caseInsensitive: TextFolding.folded(text, .caseInsensitive)
        case .localizedStandard: cut(standard(text), of: text)
        }
    }

    private static func cut(_ key: [UInt8], of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        key.count < maximumLength ? key : Array(key.prefix(maximumLength)) + text
    }

    /// Letters without case and accents, then numbers by size; ties are broken by accents, then
    /// case (lower case first), then bytes. Zeros separate the levels.
    private static func standard(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        PlainSpelling.with(text) { plain in
            let letters = TextFolding.folded(plain, [.caseInsensitive, .diacriticInsensitive])
            let isASCII = TextFolding.isASCII(plain)
            var key: [UInt8] = []
            key.reserveCapacity(letters.count + 8)
            appendNumbersBySize(letters, to: &key)
            let letterCount = key.count
            key.append(0)
            if !isASCII {
                appendNumbersBySize(TextFolding.folded(plain, .caseInsensitive), to: &key)
                // Texts without accents come first.
                if key[..<letterCount].elementsEqual(key[(letterCount + 1)...]) {
                    key.removeSubrange((letterCount + 1)...)
                }
            }
            key.append(0)
            appendCases(plain, isASCII: isASCII, to: &key)
            key.append(0)
            // Plain texts without digits already differ.
            if plain.baseAddress != text.baseAddress || !isASCII || letters.contains(where: isDigit)
            {
                key.append(contentsOf: text)
            }
            return key
        }
    }

    private static func appendNumbersBySize(_ text: [UInt8], to key: inout [UInt8]) {
        var index = 0
        while index < text.count {
            guard isDigit(text[index]) else {
                key.append(text[index])
                index += 1
                continue
            }
            let start = text[index...].firstIndex { $0 != UInt8(ascii: "0") } ?? text.count
            let end = text[start...].firstIndex { !isDigit($0) } ?? text.count
            // A longer number is greater; beyond 255 digits it is compared in pieces.
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(clamping: end - start))
            key.append(contentsOf: text[start..<end])
            index = end
        }
    }

    /// A byte for each letter with case; trailing lower-case letters are omitted.
    private static func appendCases(
        _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, to key: inout [UInt8]
    ) {
        let (small, title, capital) = (UInt8(1), UInt8(2), UInt8(3))
        if isASCII {
            for byte in text where (byte | 0x20) &- 97 < 26 {
                key.append(byte & 0x20 == 0 ? capital : small)
            }
        } else {
            let string = String(decoding: text, as: UTF8.self).precomposedStringWithCanonicalMapping
            for scalar in string.unicodeScalars where scalar.properties.isCased {
                let isTitle = scalar.properties.generalCategory == .titlecaseLetter
                let rank = isTitle ? title : scalar.properties.isUppercase ? capital : small
                // A letter whose folding is two letters, such as “ß”, counts as two.
                let count = ScalarFolding.caseFolded(scalar).count
                key.append(contentsOf: repeatElement(rank, count: count))
            }
        }
        while key.last == small { key.removeLast() }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
