/// The tables of one SELECT: the one that it is about, and those joined to it.
final class SQLScope {
    /// The FROM clause so far.
    private(set) var from: String
    /// The FROM clause that has the members of a many-to-many relationship as rows of the join table, as long as
    /// nothing but the members themselves is joined to it; nil for anything else.
    private(set) var fromOfMembers: String?
    /// What ties the tables to those of the SELECT around.
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

    /// Adds an inner join.
    func join(_ table: String, on condition: (String) -> String) -> String {
        let alias = aliases.next()
        fromOfMembers = nil
        from += " JOIN \(table) \(alias) ON \(condition(alias))"
        return alias
    }

    /// The destination of a to-one relationship, which may be missing. The same one is joined once.
    func destination(
        of column: String, entity: EntityLayout, table: String
    ) -> SQLSource {
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

/// A table that values are taken from: the records of an entity.
struct SQLSource {
    let scope: SQLScope
    let alias: String
    let entity: EntityLayout
    /// Whether a to-one relationship leads here, so that there may be no record.
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
    /// The value if it is a constant.
    var constant: AttributeValue?

    var isNullConstant: Bool { constant?.isNull ?? false }

    /// Whether it equals nothing, not even a missing value.
    var isNotANumber: Bool { constant?.isNotANumber ?? false }

    /// Whether it is neither less nor greater than anything.
    var hasNoOrder: Bool { isNullConstant || isNotANumber }
}

/// The members of a collection: a SELECT that lacks its columns.
struct SQLCollection {
    /// The records that the members are or belong to.
    var source: SQLSource
    /// The keys from the records to the members.
    var keys: [String]
    /// Further conditions.
    var conditions: [SQLFragment] = []
}

/// What a predicate asks for cannot be said in SQL; the predicate itself may be fine.
struct SQLTranslationError: Error {
    /// What it is.
    let reason: String
}
