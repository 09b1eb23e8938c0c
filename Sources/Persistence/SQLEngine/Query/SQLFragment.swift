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
