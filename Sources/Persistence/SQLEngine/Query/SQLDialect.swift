import Foundation
import ObjectModel

/// The differences between the SQL of the two engines. The compiler of fetches depends on the
/// engine only through it.
package enum SQLDialect: Sendable, CaseIterable {
    /// SQLite: calls functions of this process, has integers for truth values, and unary operators
    /// that disable an index.
    case sqlite
    /// PostgreSQL: one type for each kind of value, and text columns with `COLLATE "C"`.
    case postgreSQL

    // MARK: - What the engine can do

    /// Whether SQL can call functions of this process. Without them, some predicates are decided in
    /// memory.
    var supportsUserFunctions: Bool { self == .sqlite }

    /// Whether a function can receive all rows of a table inside the engine.
    var supportsRowCallbacks: Bool { self == .sqlite }

    /// Whether truth values can be compared with numbers.
    var booleansAreIntegers: Bool { self == .sqlite }

    /// Whether there is an exact decimal type.
    var computesDecimals: Bool { self == .postgreSQL }

    // MARK: - Conditions

    func truth(_ value: Bool) -> SQLFragment {
        switch self {
        case .sqlite: value ? "1" : "0"
        case .postgreSQL: value ? "TRUE" : "FALSE"
        }
    }

    func isAlwaysTrue(_ condition: SQLFragment) -> Bool { condition.sql == truth(true).sql }

    /// Compares with NULL equal to NULL.
    func isSame(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "\(first) IS \(second)"
        case .postgreSQL: "\(first) IS NOT DISTINCT FROM \(second)"
        }
    }

    func isOther(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "\(first) IS NOT \(second)"
        case .postgreSQL: "\(first) IS DISTINCT FROM \(second)"
        }
    }

    /// Whether a text contains another, without folding.
    func contains(_ text: SQLFragment, _ part: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "instr(\(text), \(part)) > 0"
        case .postgreSQL: "strpos(\(text), \(part)) > 0"
        }
    }

    /// Whether a text contains a known part, in a form that an index supports if there is one.
    func contains(_ text: SQLFragment, constant part: String) -> SQLFragment {
        switch self {
        case .sqlite: return contains(text, SQLFragment(parameter: .string(part)))
        case .postgreSQL:
            let pattern = part.replacing(#/[\\%_]/#) { "\\\($0.output)" }
            return "\(text) LIKE \(SQLFragment(parameter: .string("%\(pattern)%")))"
        }
    }

    func byteCount(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "length(\(value))"
        case .postgreSQL: "octet_length(\(value))"
        }
    }

    // MARK: - Hints

    /// Hides a condition or a value from the query planner's choice of indexes.
    func withoutIndex(_ fragment: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "+\(fragment)"
        case .postgreSQL: fragment
        }
    }

    /// Hides all parts of a condition from the choice of indexes. As a value, its alternatives are
    /// still evaluated only until one holds.
    func withoutIndexes(_ condition: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "CASE WHEN \(condition) THEN 1 END"
        case .postgreSQL: condition
        }
    }

    /// Adds that the value is not NULL: SQLite starts with the value's table only if it sees that,
    /// and `IN` does not imply it.
    func requiringNotNull(of value: SQLFragment, _ condition: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "(\(condition) AND \(value) >= \(value))"
        case .postgreSQL: condition
        }
    }

    // MARK: - Lists, orders and windows

    /// Many integers or texts as one parameter, so that the statement is the same for every count;
    /// nil for other values.
    func list(_ values: [AttributeValue]) -> SQLFragment? {
        ListText(values, for: self).map { list in
            let parameter = SQLFragment(parameter: .string(list.text))
            return switch self {
            case .sqlite: "(SELECT value FROM json_each(\(parameter)))"
            case .postgreSQL: "(SELECT unnest(CAST(\(parameter) AS \(raw: list.type)[])))"
            }
        }
    }

    /// A sort key with NULL first.
    func ordered(_ key: SQLFragment, ascending: Bool) -> SQLFragment {
        switch self {
        case .sqlite: ascending ? key : "\(key) DESC"
        case .postgreSQL: ascending ? "\(key) NULLS FIRST" : "\(key) DESC NULLS LAST"
        }
    }

    /// LIMIT and OFFSET; a limit of 0 means none.
    func window(limit: Int, offset: Int) -> SQLFragment {
        var window: SQLFragment = ""
        if limit > 0 {
            window = " LIMIT \(SQLFragment(parameter: .integer(Int64(limit))))"
        } else if offset > 0, self == .sqlite {
            // SQLite has no OFFSET without a LIMIT.
            window = " LIMIT \(SQLFragment(parameter: .integer(-1)))"
        }
        if offset > 0 {
            window.append(" OFFSET \(SQLFragment(parameter: .integer(Int64(offset))))")
        }
        return window
    }

    // MARK: - Values

    var integerType: String { self == .sqlite ? "INTEGER" : "bigint" }
    var doubleType: String { self == .sqlite ? "REAL" : "double precision" }

    /// A constant in the form that columns store; nil if SQL cannot compare it.
    func stored(_ value: AttributeValue) -> AttributeValue? {
        switch value {
        case .null, .integer, .string, .data: return value
        case .url(let url): return .string(url.absoluteString)
        case .object(let id): return .integer(id.key)
        case .transformable, .deferred: return nil
        case .boolean, .double, .decimal, .date, .uuid:
            guard self == .sqlite else { return value }
        }
        switch value {
        case .date(let date): return .double(date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): return .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        default: return value.storedNumber?.attributeValue ?? .null
        }
    }

    /// The sum of numbers; 0 if there are none.
    func sum(_ value: SQLFragment, isWhole: Bool) -> SQLFragment {
        let sum: SQLFragment = "COALESCE(SUM(\(value)), 0)"
        return self == .postgreSQL && isWhole ? "CAST(\(sum) AS \(raw: integerType))" : sum
    }

    func average(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "AVG(\(value))"
        case .postgreSQL: "AVG(CAST(\(value) AS \(raw: doubleType)))"
        }
    }

    /// A number truncated to an integer; a truth value as 1 or 0.
    func whole(_ value: SQLFragment, isTruth: Bool) -> SQLFragment {
        switch self {
        case .sqlite: "CAST(\(value) AS \(raw: integerType))"
        // A cast alone would round.
        case .postgreSQL:
            isTruth
                ? "CAST(CAST(\(value) AS integer) AS \(raw: integerType))"
                : "CAST(TRUNC(\(value)) AS \(raw: integerType))"
        }
    }

    /// An integer operand, widened because a sum or a product may exceed the type of its column.
    func operand(_ value: SQLFragment) -> SQLFragment {
        self == .sqlite ? value : "CAST(\(value) AS \(raw: integerType))"
    }

    /// A divisor; division by zero gives NULL instead of an error.
    func divisor(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: value
        case .postgreSQL: "NULLIF(\(value), 0)"
        }
    }

    /// Selects a value or, if it is long, its length. PostgreSQL's columns have one type, so there
    /// the length is a separate column.
    func columns(ofLarge value: String, upTo length: Int) -> (value: String, length: String?) {
        switch self {
        case .sqlite:
            ("CASE WHEN length(\(value)) > \(length) THEN length(\(value)) ELSE \(value) END", nil)
        case .postgreSQL:
            (
                "CASE WHEN octet_length(\(value)) <= \(length) THEN \(value) END",
                "octet_length(\(value))"
            )
        }
    }

    // MARK: - Keys

    /// Whether a column holds one of the keys: one parameter for PostgreSQL, one for each key for
    /// SQLite.
    func isAmong(_ column: String, keyCount: Int) -> String {
        guard keyCount > 1 else { return "\(column) = ?" }
        switch self {
        case .sqlite:
            let marks = Array(repeating: "?", count: self.keyCount(for: keyCount))
            return "\(column) IN (\(marks.joined(separator: ", ")))"
        case .postgreSQL: return "\(column) = ANY(CAST(? AS bigint[]))"
        }
    }

    var maximumKeyCount: Int { self == .sqlite ? 512 : .max }

    /// Rounds the number of parameters up for SQLite, so that there are few statements to prepare.
    func keyCount(for count: Int) -> Int {
        [1, 8, 32, 128].first { $0 >= count } ?? max(count, maximumKeyCount)
    }

    // MARK: - The whole text

    /// Parameter `number`, from 1, of a statement that uses each once and in order.
    package func mark(_ number: Int) -> String {
        self == .sqlite ? "?" : parameter(number)
    }

    /// Parameter `number`, from 1, of a statement that may use it several times.
    package func parameter(_ number: Int) -> String {
        (self == .sqlite ? "?" : "$") + String(number)
    }

    var temporarySchema: String { self == .sqlite ? "temp" : "pg_temp" }

    /// The table of large values that are sent before the statements that write them: numbers and
    /// values.
    package static let stagingTable = "pg_temp.z_large_value"

    /// Selects a staged value by its number, which is a parameter.
    func staged(_ mark: String) -> String {
        "(SELECT v FROM \(Self.stagingTable) WHERE n = \(mark))"
    }

    /// Numbers the parameters for PostgreSQL.
    package func text(_ sql: String) -> String {
        guard self == .postgreSQL, sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
        // Values are never in the text, so each question mark is a parameter.
        let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(into: String(parts[0])) { text, part in
            text += "$\(part.offset + 1)\(part.element)"
        }
    }
}

/// Differences in the definition of tables and the types of columns.
extension SQLDialect {
    /// Whether triggers maintain R-trees and derived attributes.
    var keepsByTriggers: Bool { self == .sqlite }

    /// The suffixes of the names that PostgreSQL reserves with a table, for the index of its key.
    var tableEndings: [String] { self == .sqlite ? [] : ["_PKEY"] }

    /// The type of keys, versions and positions.
    var keyType: String { integerType }

    var entityType: String { self == .sqlite ? "INTEGER" : "integer" }

    var textType: String { self == .sqlite ? "VARCHAR" : "text COLLATE \"C\"" }

    var bytesType: String { self == .sqlite ? "BLOB" : "bytea" }

    func columnType(of type: AttributeType) -> String {
        switch (self, type) {
        case (_, .string), (_, .uri): textType
        case (_, .binaryData), (_, .transformable), (_, .undefined), (_, .objectID),
            (_, .composite):
            bytesType
        case (.sqlite, .integer16), (.sqlite, .integer32), (.sqlite, .integer64),
            (.sqlite, .boolean):
            "INTEGER"
        case (.sqlite, .double), (.sqlite, .float): "FLOAT"
        case (.sqlite, .date): "TIMESTAMP"
        case (.sqlite, .decimal): "DECIMAL"
        case (.sqlite, .uuid): "BLOB"
        case (.postgreSQL, .integer16): "smallint"
        case (.postgreSQL, .integer32): "integer"
        case (.postgreSQL, .integer64): "bigint"
        case (.postgreSQL, .boolean): "boolean"
        // A Float that is set by its name is not rounded.
        case (.postgreSQL, .double), (.postgreSQL, .float): "double precision"
        case (.postgreSQL, .date): "timestamptz"
        case (.postgreSQL, .decimal): "numeric"
        case (.postgreSQL, .uuid): "uuid"
        }
    }

    /// An empty list with the type of its elements.
    func emptyList(of kind: ExpressionType.Kind) -> String {
        let type: String =
            switch kind {
            case .string, .url: self == .sqlite ? textType : "text"
            case .boolean: columnType(of: .boolean)
            case .double: columnType(of: .double)
            case .decimal: columnType(of: .decimal)
            case .date: columnType(of: .date)
            case .data: columnType(of: .binaryData)
            case .uuid: columnType(of: .uuid)
            default: integerType
            }
        return "(SELECT CAST(NULL AS \(type)) WHERE \(truth(false).sql))"
    }

    /// A column of an index with NULL first.
    func indexed(_ column: String, ascending: Bool) -> String {
        switch self {
        case .sqlite: "\(column) COLLATE BINARY \(ascending ? "ASC" : "DESC")"
        case .postgreSQL: "\(column) \(ascending ? "ASC NULLS FIRST" : "DESC NULLS LAST")"
        }
    }
}
