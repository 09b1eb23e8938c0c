/// A piece of SQL with the values for its `?` parameters.
struct SQLFragment: ExpressibleByStringInterpolation {
    var sql: String
    var bindings: [AttributeValue] = []

    init(stringLiteral value: String) { sql = value }

    init(stringInterpolation: StringInterpolation) {
        sql = stringInterpolation.sql
        bindings = stringInterpolation.bindings
    }

    /// A value as a parameter.
    init(parameter value: AttributeValue) {
        sql = "?"
        bindings = [value]
    }

    /// Pieces one behind the other.
    static func joined(_ parts: [SQLFragment], _ separator: String) -> SQLFragment {
        var result: SQLFragment = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { result.sql += separator }
            result.append(part)
        }
        return result
    }

    mutating func append(_ other: SQLFragment) {
        sql += other.sql
        bindings += other.bindings
    }

    var query: SQLQuery { SQLQuery(sql: sql, bindings: bindings) }

    struct StringInterpolation: StringInterpolationProtocol {
        var sql = ""
        var bindings: [AttributeValue] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) { sql += literal }

        /// SQL of our own making. Values of users come as fragments with parameters.
        mutating func appendInterpolation(raw: String) { sql += raw }
        mutating func appendInterpolation(raw: Int) { sql += String(raw) }

        mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            bindings += fragment.bindings
        }
    }
}
