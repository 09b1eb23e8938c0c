/// The tables of one SELECT: the main one and those joined to it.
final class SQLScope {
    private(set) var from: String
    /// The FROM clause that reads the members of a many-to-many relationship from the join table
    /// alone; nil once anything else is joined to them.
    private(set) var fromOfMembers: String?
    /// The conditions that link the tables to the enclosing SELECT.
    private(set) var conditions: [String] = []
    private let aliases: SQLAliases
    /// The destinations by the columns, with their tables, that refer to them.
    private var joined: [String: SQLSource] = [:]

    init(from table: String, alias: String, aliases: SQLAliases) {
        from = "\(table) \(alias)"
        self.aliases = aliases
    }

    func add(condition: String) { conditions.append(condition) }

    /// Joins the members of a many-to-many relationship to the rows of its join table.
    func joinMembers(in table: String, on condition: (String) -> String) -> String {
        let rows = from
        defer { fromOfMembers = rows }
        return join(table, on: condition)
    }

    func join(_ table: String, on condition: (String) -> String) -> String {
        let alias = aliases.next()
        fromOfMembers = nil
        from += " JOIN \(table) \(alias) ON \(condition(alias))"
        return alias
    }

    /// The destination of a to-one relationship, joined once; it may be missing.
    func destination(of column: String, entity: EntityLayout, table: String) -> SQLSource {
        if let joined = joined[column] { return joined }
        let alias = aliases.next()
        fromOfMembers = nil
        from += " LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = \(column)"
        let destination = SQLSource(
            scope: self, alias: alias, entity: entity, isBehindToOne: true)
        joined[column] = destination
        return destination
    }
}

/// A table of an entity's records.
struct SQLSource {
    let scope: SQLScope
    let alias: String
    let entity: EntityLayout
    /// Whether the record may be missing, because a to-one relationship leads here.
    var isBehindToOne = false
}

/// Numbers the tables of a whole statement.
final class SQLAliases {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}

/// A value in SQL.
struct SQLScalar {
    var fragment: SQLFragment
    var type: ExpressionType
    var constant: AttributeValue?

    var isNullConstant: Bool { constant?.isNull ?? false }

    /// Whether it is NaN, which equals nothing, not even NULL.
    var isNotANumber: Bool { constant?.isNotANumber ?? false }

    /// Whether it is neither less nor greater than anything.
    var hasNoOrder: Bool { isNullConstant || isNotANumber }
}

/// The members of a collection: a SELECT without its columns.
struct SQLCollection {
    /// The records that are the members or own them.
    var source: SQLSource
    var keys: [String]
    var conditions: [SQLFragment] = []
}

/// SQL cannot express a part of the predicate, which may still be valid.
struct SQLTranslationError: Error {
    let reason: String
}
