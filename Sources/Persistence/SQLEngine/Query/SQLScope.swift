/// The tables of one SELECT: the one that it is about, and those joined to it.
final class SQLScope {
    /// The FROM clause so far.
    private(set) var from: String
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

    /// Adds an inner join.
    func join(_ table: String, on condition: (String) -> String) -> String {
        let alias = aliases.next()
        from += " JOIN \(table) \(alias) ON \(condition(alias))"
        return alias
    }

    /// The destination of a to-one relationship, which may be missing. The same one is joined once.
    func destination(
        of column: String, entity: EntityLayout, table: String
    ) -> SQLSource {
        if let joined = joined[column] { return joined }
        let alias = aliases.next()
        from += " LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = \(column)"
        let destination = SQLSource(
            scope: self, alias: alias, entity: entity, isBehindToOne: true)
        joined[column] = destination
        return destination
    }
}
