import Foundation
import ObjectModel

/// What two engines say otherwise in SQL. Whoever makes the SQL of a fetch asks for it here; nothing
/// else in it depends on the engine.
package enum SQLDialect: Sendable, CaseIterable {
    /// SQLite: its statements call functions of this process, numbers stand for truth values, and signs
    /// keep it from an index.
    case sqlite
    /// PostgreSQL, with a type for each kind of value, and texts in columns with `COLLATE "C"`.
    case postgreSQL

    // MARK: - What the engine can do

    /// Whether statements call functions of this process: then SQL says the whole language of
    /// predicates. What it does not say is decided in memory.
    var supportsUserFunctions: Bool { self == .sqlite }

    /// Whether a function takes the rows of a whole table from within the engine.
    var supportsRowCallbacks: Bool { self == .sqlite }

    /// Whether truth values are numbers, and may be compared with them.
    var booleansAreIntegers: Bool { self == .sqlite }

    /// Whether decimals are a type of their own, which sums, differences and products keep exact.
    var computesDecimals: Bool { self == .postgreSQL }

    // MARK: - Conditions

    func truth(_ value: Bool) -> SQLFragment {
        switch self {
        case .sqlite: value ? "1" : "0"
        case .postgreSQL: value ? "TRUE" : "FALSE"
        }
    }

    /// Whether a condition holds for every record.
    func isAlwaysTrue(_ condition: SQLFragment) -> Bool { condition.sql == truth(true).sql }

    /// Whether two values are the same one, where no value is the same as none.
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

    /// Whether a text has a part, both as they are.
    func contains(_ text: SQLFragment, _ part: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "instr(\(text), \(part)) > 0"
        case .postgreSQL: "strpos(\(text), \(part)) > 0"
        }
    }

    /// Whether a text has a part that is known, both as they are: in a form that an index helps with, where there
    /// is one.
    func contains(_ text: SQLFragment, constant part: String) -> SQLFragment {
        switch self {
        case .sqlite: return contains(text, SQLFragment(parameter: .string(part)))
        case .postgreSQL:
            let pattern = part.replacing(#/[\\%_]/#) { "\\\($0.output)" }
            return "\(text) LIKE \(SQLFragment(parameter: .string("%\(pattern)%")))"
        }
    }

    /// The number of bytes of a value.
    func byteCount(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "length(\(value))"
        case .postgreSQL: "octet_length(\(value))"
        }
    }

    // MARK: - Hints

    /// A condition or a value for which no index is to be searched.
    func withoutIndex(_ fragment: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "+\(fragment)"
        case .postgreSQL: fragment
        }
    }

    /// A condition for no part of which an index is to be searched. SQLite looks at an alternative of it only if those
    /// before it do not hold, as it does not where the whole is a value.
    func withoutIndexes(_ condition: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "CASE WHEN \(condition) THEN 1 END"
        case .postgreSQL: condition
        }
    }

    /// A condition that tells too that there is the value that it is about: SQLite begins with the
    /// table of the value only if it sees that, and `IN` does not tell it.
    func requiringNotNull(of value: SQLFragment, _ condition: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "(\(condition) AND \(value) >= \(value))"
        case .postgreSQL: condition
        }
    }

    // MARK: - Lists, orders and windows

    /// Many whole numbers or texts as one parameter, so that a statement stays the same whatever their
    /// number; nil for other values.
    func list(_ values: [AttributeValue]) -> SQLFragment? {
        ListText(values, for: self).map { list in
            let parameter = SQLFragment(parameter: .string(list.text))
            return switch self {
            case .sqlite: "(SELECT value FROM json_each(\(parameter)))"
            case .postgreSQL: "(SELECT unnest(CAST(\(parameter) AS \(raw: list.type)[])))"
            }
        }
    }

    /// A key of an order, in which no value comes before every other one.
    func ordered(_ key: SQLFragment, ascending: Bool) -> SQLFragment {
        switch self {
        case .sqlite: ascending ? key : "\(key) DESC"
        case .postgreSQL: ascending ? "\(key) NULLS FIRST" : "\(key) DESC NULLS LAST"
        }
    }

    /// The part of the rows that is wanted: all of them without a limit, 0.
    func window(limit: Int, offset: Int) -> SQLFragment {
        var window: SQLFragment = ""
        if limit > 0 {
            window = " LIMIT \(SQLFragment(parameter: .integer(Int64(limit))))"
        } else if offset > 0, self == .sqlite {
            // It knows no offset without a limit.
            window = " LIMIT \(SQLFragment(parameter: .integer(-1)))"
        }
        if offset > 0 {
            window.append(" OFFSET \(SQLFragment(parameter: .integer(Int64(offset))))")
        }
        return window
    }

    // MARK: - Values

    /// The type of whole numbers.
    var integerType: String { self == .sqlite ? "INTEGER" : "bigint" }
    /// The type of floating-point numbers.
    var doubleType: String { self == .sqlite ? "REAL" : "double precision" }

    /// A constant as it is compared with the values of a column; nil for what SQL does not compare.
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

    /// The sum of numbers, 0 of none.
    func sum(_ value: SQLFragment, isWhole: Bool) -> SQLFragment {
        let sum: SQLFragment = "COALESCE(SUM(\(value)), 0)"
        return self == .postgreSQL && isWhole ? "CAST(\(sum) AS \(raw: integerType))" : sum
    }

    /// The average of floating-point or whole numbers.
    func average(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: "AVG(\(value))"
        case .postgreSQL: "AVG(CAST(\(value) AS \(raw: doubleType)))"
        }
    }

    /// A number without its fraction; a truth value as 1 or 0.
    func whole(_ value: SQLFragment, isTruth: Bool) -> SQLFragment {
        switch self {
        case .sqlite: "CAST(\(value) AS \(raw: integerType))"
        // A cast alone rounds.
        case .postgreSQL:
            isTruth
                ? "CAST(CAST(\(value) AS integer) AS \(raw: integerType))"
                : "CAST(TRUNC(\(value)) AS \(raw: integerType))"
        }
    }

    /// A whole number that is computed with: a sum or a product may be beyond the type of its column.
    func operand(_ value: SQLFragment) -> SQLFragment {
        self == .sqlite ? value : "CAST(\(value) AS \(raw: integerType))"
    }

    /// A divisor: nothing is divided by zero, and that is no error.
    func divisor(_ value: SQLFragment) -> SQLFragment {
        switch self {
        case .sqlite: value
        case .postgreSQL: "NULLIF(\(value), 0)"
        }
    }

    /// What is selected of a value that may be long: the value, or its length instead. Where a column has
    /// one type, its length stands in a column of its own.
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

    /// Whether a column holds one of so many keys, which are one parameter for PostgreSQL and one each for
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

    /// The greatest number of keys in one statement.
    var maximumKeyCount: Int { self == .sqlite ? 512 : .max }

    /// How many parameters there are for so many keys in SQLite: a few numbers instead of any, so that there
    /// are few statements to prepare.
    func keyCount(for count: Int) -> Int {
        [1, 8, 32, 128].first { $0 >= count } ?? max(count, maximumKeyCount)
    }

    // MARK: - The whole text

    /// A parameter of a statement that names each once and in their order, from 1 on.
    package func mark(_ number: Int) -> String {
        self == .sqlite ? "?" : parameter(number)
    }

    /// A parameter of a statement that may name it several times, from 1 on.
    package func parameter(_ number: Int) -> String {
        (self == .sqlite ? "?" : "$") + String(number)
    }

    /// The schema of tables of a connection's own.
    var temporarySchema: String { self == .sqlite ? "temp" : "pg_temp" }

    /// Where large values are that were sent ahead of the statements that write them: numbers, and values.
    package static let stagingTable = "pg_temp.z_large_value"

    /// The value that was sent ahead under a number, which is a parameter.
    func staged(_ mark: String) -> String {
        "(SELECT v FROM \(Self.stagingTable) WHERE n = \(mark))"
    }

    /// The text of a statement as the engine takes it: PostgreSQL numbers its parameters.
    package func text(_ sql: String) -> String {
        guard self == .postgreSQL, sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
        // Values never stand in the text, so that each question mark is a parameter.
        let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(into: String(parts[0])) { text, part in
            text += "$\(part.offset + 1)\(part.element)"
        }
    }
}

/// What engines say otherwise in the making of tables, and of the types of columns.
extension SQLDialect {
    /// Whether R-trees are tables that triggers keep, and derived attributes columns that they
    /// compute.
    var keepsByTriggers: Bool { self == .sqlite }

    /// The ends of the names that a table takes along, of the index of its keys.
    var tableEndings: [String] { self == .sqlite ? [] : ["_PKEY"] }

    /// The type of keys, versions and positions.
    var keyType: String { integerType }

    /// The type of the numbers of entities.
    var entityType: String { self == .sqlite ? "INTEGER" : "integer" }

    var textType: String { self == .sqlite ? "VARCHAR" : "text COLLATE \"C\"" }

    var bytesType: String { self == .sqlite ? "BLOB" : "bytea" }

    /// The type of the column of an attribute.
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

    /// A list without values, which has the type of some.
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

    /// A column of an index, in whose order no value comes before every other one.
    func indexed(_ column: String, ascending: Bool) -> String {
        switch self {
        case .sqlite: "\(column) COLLATE BINARY \(ascending ? "ASC" : "DESC")"
        case .postgreSQL: "\(column) \(ascending ? "ASC NULLS FIRST" : "DESC NULLS LAST")"
        }
    }
}
