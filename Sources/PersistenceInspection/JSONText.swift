import Foundation
import Persistence

/// Values as JSON text.
enum JSONText {
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// JSON has neither infinity nor NaN.
    static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0)):\($1)" }.joined(separator: ",") + "}"
    }

    static func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }

    /// A date in UTC with as many fraction digits as it needs, at most 9.
    static func date(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard var exact = Decimal(shortestTextOf: seconds), abs(seconds) < 1e15 else {
            return "null"
        }
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 9, .plain)
        var whole = Decimal()
        NSDecimalRound(&whole, &rounded, 0, .down)
        let fraction = "\(rounded - whole)".dropFirst()
        let second = Date(
            timeIntervalSinceReferenceDate: NSDecimalNumber(decimal: whole).doubleValue)
        let text = second.formatted(.iso8601).dropLast()
        return string("\(text)\(fraction)Z")
    }
}
