import Foundation

extension SplitMix {
    /// Changes some bytes: single ones, runs that are removed, duplicated or moved, and the end.
    mutating func damage(_ bytes: inout [UInt8], times: Int) {
        for _ in 0..<times where !bytes.isEmpty {
            let place = below(bytes.count)
            let end = min(bytes.count, place + 1 + below(16))
            switch below(8) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes[place] = pick([0, 1, 0x7F, 0x80, 0xFE, 0xFF])
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
            case 5: bytes.replaceSubrange(place..<end, with: bytes[place..<end].reversed())
            case 6: for index in place..<end { bytes[index] = 0xFF }
            default: bytes.removeLast(min(bytes.count, 1 + below(40)))
            }
        }
    }

    /// A range of positions of a limited length.
    mutating func range(in count: Int, upTo length: Int) -> Range<Int> {
        let start = below(count)
        return start..<min(count, start + 1 + below(length))
    }
}
