import Foundation

/// Decimal numbers as keyed archives hold them: a mantissa of up to sixteen bytes, the lowest first
/// in each unit of two, with its sign and exponent.
enum ArchivedDecimal {
    static let classNames = ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]

    /// The number of an archived object as text; nil if it is none.
    static func text(_ object: ArchivedObject) -> String? {
        guard let mantissa = object["NS.mantissa"]?.content.data, mantissa.count <= 16,
            let exponent = object.integer("NS.exponent"), (-128...127).contains(exponent)
        else { return nil }
        let isLittleEndian = object.integer("NS.mantissa.bo") != 2
        let bytes = Array(mantissa)
        var significand = Decimal(0)
        for unit in stride(from: bytes.count - 2, through: 0, by: -2) {
            let (low, high) =
                isLittleEndian ? (bytes[unit], bytes[unit + 1]) : (bytes[unit + 1], bytes[unit])
            significand = significand * 65_536 + Decimal(Int(high) << 8 | Int(low))
        }
        let sign: FloatingPointSign = object.boolean("NS.negative") ? .minus : .plus
        return Decimal(sign: sign, exponent: exponent, significand: significand).description
    }

    /// The members of an archived number.
    static func members(_ number: Decimal) -> [String: PropertyListValue] {
        var rest = number.significand
        var bytes: [UInt8] = []
        while rest > 0, bytes.count < 16 {
            var quotient = rest / 65_536
            var whole = Decimal()
            NSDecimalRound(&whole, &quotient, 0, .down)
            let unit = NSDecimalNumber(decimal: rest - whole * 65_536).uint16Value
            bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            rest = whole
        }
        let length = bytes.count / 2
        bytes += Array(repeating: 0, count: 16 - bytes.count)
        return [
            "NS.exponent": .integer(Int64(number.exponent)), "NS.length": .integer(Int64(length)),
            "NS.negative": .boolean(number < 0), "NS.compact": .boolean(true),
            "NS.mantissa.bo": .integer(1), "NS.mantissa": .data(Data(bytes)),
        ]
    }
}
