import Foundation

/// Some bytes that are looked for in rows.
struct BytePattern {
    private let pattern: UnsafeRawBufferPointer
    /// The place of the byte that is likely to be the rarest.
    private let anchor: Int

    init(_ pattern: UnsafeRawBufferPointer) {
        self.pattern = pattern
        anchor = pattern.indices.max { Self.rarity(pattern[$0]) < Self.rarity(pattern[$1]) } ?? 0
    }

    /// Marks the rows that contain the pattern. Leaps from one place with the rarest byte to the
    /// next, and from a row that has the pattern to the next row.
    func mark(
        _ bytes: UnsafeRawBufferPointer, _ starts: UnsafeBufferPointer<Int>,
        _ marks: inout UnsafeMutableBufferPointer<Bool>
    ) {
        guard let base = bytes.baseAddress, let wanted = pattern.baseAddress else { return }
        let byte = Int32(pattern[anchor])
        var row = 0
        var position = anchor
        let end = bytes.count - (pattern.count - 1 - anchor)
        while position < end, let found = memchr(base + position, byte, end - position) {
            let place = UnsafeRawPointer(found) - base - anchor
            position = place + anchor + 1
            guard memcmp(base + place, wanted, pattern.count) == 0 else { continue }
            while starts[row + 1] <= place { row += 1 }
            // A pattern has no byte that separates rows, so that it lies in one.
            marks[row] = true
            position = max(position, starts[row + 1] + anchor)
        }
    }

    /// How rare a byte is in names and addresses.
    private static func rarity(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 2
        case UInt8(ascii: "@"), UInt8(ascii: "."): 1
        default: rareLetters.contains(byte) ? 3 : commonLetters.contains(byte) ? 0 : 1
        }
    }

    private static let commonLetters = Array("aeionrslmct".utf8)
    private static let rareLetters = Array("jqxzkvwyf".utf8)
}
