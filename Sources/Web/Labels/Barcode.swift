import Domain

/// A barcode as the path of an SVG picture, one unit for each module.
///
/// Article numbers become an EAN-13, other texts a Code 128 (ISO/IEC 15417, 15420).
struct Barcode: Sendable, Equatable {
    /// The modules from the left, dark ones true; empty if the text cannot be encoded.
    let modules: [Bool]

    init(_ text: String) {
        let number = GTIN(text)
        // A UPC-A is an EAN-13 with a leading zero; an EAN-8 has other bars.
        if let number, number.digits.hasPrefix("0"), number.significantDigits.count > 8 {
            modules = Self.ean13(number.digits.dropFirst().compactMap(\.wholeNumberValue))
        } else {
            modules = Self.code128(text)
        }
    }

    /// The required quiet zone on each side, in modules.
    static let margin = 10

    /// The width with both quiet zones, in modules.
    var width: Int { modules.isEmpty ? 0 : modules.count + 2 * Self.margin }

    /// The path of the bars, each one unit high.
    var path: String {
        var path = ""
        var index = 0
        while index < modules.count {
            let start = index
            while index < modules.count, modules[index] { index += 1 }
            if index > start {
                path += "M\(start + Self.margin) 0h\(index - start)v1h-\(index - start)z"
            } else {
                index += 1
            }
        }
        return path
    }

    // MARK: - EAN-13

    private static func ean13(_ digits: [Int]) -> [Bool] {
        let guardBars = [true, false, true]
        // The first digit is encoded by mirroring some of the next six.
        let mirrored = leading[digits[0]]
        var modules = guardBars
        for (index, digit) in digits[1...6].enumerated() {
            let code = bits(right[digit], 7)
            let isMirrored = mirrored & (1 << (5 - index)) != 0
            modules += isMirrored ? code.reversed() : code.map { !$0 }
        }
        modules += [false, true, false, true, false]
        for digit in digits[7...12] { modules += bits(right[digit], 7) }
        return modules + guardBars
    }

    /// The codes of digits in the right half.
    private static let right = [
        0b1110010, 0b1100110, 0b1101100, 0b1000010, 0b1011100, 0b1001110, 0b1010000, 0b1000100,
        0b1001000, 0b1110100,
    ]

    private static let leading = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110,
        0b011010,
    ]

    // MARK: - Code 128

    /// Set B has all printable ASCII characters; pairs of digits are shorter in set C.
    private static func code128(_ text: String) -> [Bool] {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ (32...126).contains($0) }) else { return [] }
        let isNumber = bytes.count % 2 == 0 && bytes.allSatisfy { (48...57).contains($0) }
        var values: [Int]
        if isNumber {
            values = [startC]
            for index in stride(from: 0, to: bytes.count, by: 2) {
                values.append(Int(bytes[index] - 48) * 10 + Int(bytes[index + 1] - 48))
            }
        } else {
            values = [startB] + bytes.map { Int($0) - 32 }
        }
        let sum = values.enumerated().reduce(0) { $0 + max($1.offset, 1) * $1.element }
        values.append(sum % 103)
        return values.flatMap { bits(symbols[$0], 11) } + bits(stop, 13)
    }

    private static let startB = 104
    private static let startC = 105
    private static let stop = 0b1100011101011

    private static func bits(_ pattern: Int, _ count: Int) -> [Bool] {
        (0..<count).map { pattern & (1 << (count - 1 - $0)) != 0 }
    }
}

extension Barcode {
    /// The symbols of Code 128 by their values, eleven modules each.
    static let symbols = [
        0x6cc, 0x66c, 0x666, 0x498, 0x48c, 0x44c, 0x4c8, 0x4c4, 0x464, 0x648,
        0x644, 0x624, 0x59c, 0x4dc, 0x4ce, 0x5cc, 0x4ec, 0x4e6, 0x672, 0x65c,
        0x64e, 0x6e4, 0x674, 0x76e, 0x74c, 0x72c, 0x726, 0x764, 0x734, 0x732,
        0x6d8, 0x6c6, 0x636, 0x518, 0x458, 0x446, 0x588, 0x468, 0x462, 0x688,
        0x628, 0x622, 0x5b8, 0x58e, 0x46e, 0x5d8, 0x5c6, 0x476, 0x776, 0x68e,
        0x62e, 0x6e8, 0x6e2, 0x6ee, 0x758, 0x746, 0x716, 0x768, 0x762, 0x71a,
        0x77a, 0x642, 0x78a, 0x530, 0x50c, 0x4b0, 0x486, 0x42c, 0x426, 0x590,
        0x584, 0x4d0, 0x4c2, 0x434, 0x432, 0x612, 0x650, 0x7ba, 0x614, 0x47a,
        0x53c, 0x4bc, 0x49e, 0x5e4, 0x4f4, 0x4f2, 0x7a4, 0x794, 0x792, 0x6de,
        0x6f6, 0x7b6, 0x578, 0x51e, 0x45e, 0x5e8, 0x5e2, 0x7a8, 0x7a2, 0x5de,
        0x5ee, 0x75e, 0x7ae, 0x684, 0x690, 0x69c,
    ]
}
