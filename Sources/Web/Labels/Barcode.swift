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
