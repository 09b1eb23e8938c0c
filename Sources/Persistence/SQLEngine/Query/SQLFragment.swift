import Foundation

/// SQL text with the values of its `?` parameters.
package struct SQLFragment: ExpressibleByStringInterpolation {
    package var sql: String
    package var bindings: [AttributeValue] = []

    package init(stringLiteral value: String) { sql = value }

    package init(stringInterpolation: StringInterpolation) {
        sql = stringInterpolation.sql
        bindings = stringInterpolation.bindings
    }

    package init(parameter value: AttributeValue) {
        sql = "?"
        bindings = [value]
    }

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

        /// Inserts SQL from this library. Users' values are fragments with parameters.
        package mutating func appendInterpolation(raw: String) { sql += raw }
        package mutating func appendInterpolation(raw: Int) { sql += String(raw) }

        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            bindings += fragment.bindings
        }
    }
}

/// Integers or texts as one text: a JSON array for SQLite, an array literal for PostgreSQL.
struct ListText {
    let text: String
    let type: String

    /// Nil unless all values are integers, or all are texts that both engines can carry.
    init?(_ values: [AttributeValue], for dialect: SQLDialect) {
        let integers = values.compactMap {
            if case .integer(let number) = $0 { number } else { nil }
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        let elements: [String]
        if integers.count == values.count {
            (elements, type) = (integers.map(String.init), dialect.integerType)
        } else if texts.count == values.count, !texts.contains(where: { $0.utf8.contains(0) }) {
            (elements, type) = (texts.map { Self.quoted($0, for: dialect) }, "text")
        } else {
            return nil
        }
        let list = elements.joined(separator: ",")
        text = dialect == .sqlite ? "[\(list)]" : "{\(list)}"
    }

    private static func quoted(_ text: String, for dialect: SQLDialect) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}" where dialect == .sqlite:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
