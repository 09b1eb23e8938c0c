import Foundation

/// A piece of SQL with the values for its `?` parameters.
package struct SQLFragment: ExpressibleByStringInterpolation {
    package var sql: String
    package var bindings: [AttributeValue] = []

    package init(stringLiteral value: String) { sql = value }

    package init(stringInterpolation: StringInterpolation) {
        sql = stringInterpolation.sql
        bindings = stringInterpolation.bindings
    }

    /// A value as a parameter.
    package init(parameter value: AttributeValue) {
        sql = "?"
        bindings = [value]
    }

    /// Pieces one behind the other.
    package static func joined(_ parts: [SQLFragment], _ separator: String) -> SQLFragment {
        var result: SQLFragment = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { result.sql += separator }
            result.append(part)
        }
        return result
    }

    package mutating func append(_ other: SQLFragment) {
        sql += other.sql
        bindings += other.bindings
    }

    package var query: SQLQuery { SQLQuery(sql: sql, bindings: bindings) }

    package struct StringInterpolation: StringInterpolationProtocol {
        var sql = ""
        var bindings: [AttributeValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserveCapacity(literalCapacity)
        }

        package mutating func appendLiteral(_ literal: String) { sql += literal }

        /// SQL of our own making. Values of users come as fragments with parameters.
        package mutating func appendInterpolation(raw: String) { sql += raw }
        package mutating func appendInterpolation(raw: Int) { sql += String(raw) }

        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            bindings += fragment.bindings
        }
    }
}

/// Values as one array of PostgreSQL's, in its text form.
struct ArrayList {
    let text: String
    /// The type of the elements.
    let type: String

    /// The array, if all values are integers or all are texts that PostgreSQL can carry; else nil.
    init?(_ values: [AttributeValue]) {
        let integers = values.compactMap {
            if case .integer(let number) = $0 { number } else { nil }
        }
        if integers.count == values.count {
            text = "{" + integers.map(String.init).joined(separator: ",") + "}"
            type = "bigint"
            return
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == values.count, !texts.contains(where: { $0.utf8.contains(0) }) else {
            return nil
        }
        text = "{" + texts.map(Self.quoted).joined(separator: ",") + "}"
        type = "text"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

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
