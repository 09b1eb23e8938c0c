/// Makes bytes of texts whose order, byte by byte, is the order of the texts. SQL and sorting in
/// memory both use them.
enum TextSortKey {
    static func key(
        _ text: UnsafeBufferPointer<UInt8>, _ comparison: FetchSortDescriptor.Comparison
    ) -> [UInt8] {
        switch comparison {
        case .plain: Array(text)
        case .caseInsensitive: TextFolding.folded(text, .caseInsensitive)
        case .localizedStandard: standard(text)
        }
    }

    /// Letters without case and accents, numbers by size; behind them, as the last difference, the
    /// text itself.
    private static func standard(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let folded = TextFolding.folded(text, [.caseInsensitive, .diacriticInsensitive])
        var key: [UInt8] = []
        key.reserveCapacity(folded.count + text.count + 8)
        var index = 0
        while index < folded.count {
            guard isDigit(folded[index]) else {
                key.append(folded[index])
                index += 1
                continue
            }
            let start = folded[index...].firstIndex { $0 != UInt8(ascii: "0") } ?? folded.count
            let end = folded[start...].firstIndex { !isDigit($0) } ?? folded.count
            // A longer number is greater. One longer than 255 digits is compared in pieces.
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(clamping: end - start))
            key.append(contentsOf: folded[start..<end])
            index = end
        }
        key.append(0)
        // Small letters before capital ones.
        key.append(contentsOf: text.map { isLetter($0) ? $0 ^ 0x20 : $0 })
        return key
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}
