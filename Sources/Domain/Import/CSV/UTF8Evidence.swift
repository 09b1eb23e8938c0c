/// What speaks for UTF-8 in bytes that are not UTF-8 throughout, and what against it.
struct UTF8Evidence {
    /// Characters of several bytes that are in order; such hardly come up by chance.
    private(set) var characters = 0
    /// Places where bytes are no character.
    private(set) var faults = 0
    /// Where the first of these is.
    private(set) var firstFault: Int?
    /// Whether the bytes end within a character.
    private(set) var isCut = false
    /// Where the bytes begin that are not counted yet.
    private var offset = 0
    private var rest: [UInt8] = []

    /// The longest that is looked at together: two halves of a character in CESU-8.
    private static let longest = 6

    /// Counts the next bytes.
    ///
    /// - Parameter isEnd: whether none follow.
    mutating func add(_ bytes: [UInt8], isEnd: Bool) {
        rest += bytes
        let end = isEnd ? rest.count : max(rest.count - Self.longest, 0)
        var index = 0
        while index < end {
            let length = Self.length(at: index, of: rest)
            if length == 1 {
                index += 1
            } else if let length {
                characters += 1
                index += length
            } else {
                index += fault(at: index)
            }
        }
        offset += index
        rest.removeFirst(index)
    }

    /// Whether all but a few bytes are UTF-8.
    var isNearlyUTF8: Bool { characters > 0 && characters >= faults }

    /// Notes a fault. Returns how many bytes it takes.
    private mutating func fault(at index: Int) -> Int {
        if firstFault == nil { firstFault = offset + index }
        let bytes = rest[index...]
        // CESU-8: each half of a character of UTF-16 by itself, which is in order but for that.
        if bytes.count >= 6, bytes[index] == 0xED, (0xA0...0xAF).contains(bytes[index + 1]),
            bytes[index + 3] == 0xED, (0xB0...0xBF).contains(bytes[index + 4])
        {
            characters += 1
            return 6
        }
        let isBeginning =
            bytes.count > 1 && bytes.count < Self.length(behind: bytes[index])
            && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
        if isBeginning || bytes.count == 1 && Self.length(behind: bytes[index]) > 1 {
            isCut = faults == 0
            if isBeginning { characters += 1 }
        }
        faults += 1
        return isBeginning ? bytes.count : 1
    }

    /// The length of the character at an index; nil if there is none.
    private static func length(at index: Int, of bytes: [UInt8]) -> Int? {
        let length = length(behind: bytes[index])
        guard length > 1 else { return bytes[index] < 0x80 ? 1 : nil }
        guard index + length <= bytes.count,
            String(validating: bytes[index..<index + length], as: UTF8.self) != nil
        else { return nil }
        return length
    }

    /// How many bytes a character has by its first one; 1 for what begins none.
    private static func length(behind first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
