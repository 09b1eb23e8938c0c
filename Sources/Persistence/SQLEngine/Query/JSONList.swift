import Foundation

/// A JSON array for `json_each`.
enum JSONList {
    /// The array, if all values are integers or all are texts that JSON can carry; else nil.
    static func text(_ values: [AttributeValue]) -> String? {
        let integers = values.compactMap {
            if case .integer(let number) = $0 { number } else { nil }
        }
        if integers.count == values.count {
            return "[" + integers.map(String.init).joined(separator: ",") + "]"
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == values.count, !texts.contains(where: { $0.utf8.contains(0) }) else {
            return nil
        }
        return "[" + texts.map(quoted).joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
