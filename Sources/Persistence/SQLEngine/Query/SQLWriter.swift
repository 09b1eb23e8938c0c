import ObjectModel

/// Writes predicates and expressions over the records of an entity as SQL.
///
/// A condition is written so that it is true where it is to hold and false or NULL elsewhere; NOT is
/// carried down to the comparisons, and a negated comparison is true also where the comparison is
/// NULL. So NULL never changes an answer, and comparisons that are not negated stay simple enough
/// for indexes.
struct SQLWriter {
    let schema: SQLSchema
    /// The store's UUID, by which objects of other stores are told apart; nil if it does not matter.
    let storeIdentifier: String?
    let root: SQLSource
    let aliases: SQLAliases
    /// The members of the subqueries around, by their variables.
    var variables: [String: SQLSource] = [:]
    /// Whether `sum:` and the like go over the rows of a group instead of a collection.
    var aggregatesRows = false
    /// Whether sums and products of plain numbers are the engine's own, which computes them alike and
    /// faster.
    var prefersOperators = false

    /// Whether an R-tree finds the records, so that comparisons which name it need no other index.
    var searchesPlaces = false

    /// Whether searches look at the text of each record, along an order, until enough are found.
    var looksAtTexts = false

    /// Looks for the full-text indexes that the store has.
    var textIndexes: () throws -> PresentTextIndexes = { PresentTextIndexes() }

    init(schema: SQLSchema, entity: EntityLayout, storeIdentifier: String?) {
        self.schema = schema
        self.storeIdentifier = storeIdentifier
        aliases = SQLAliases()
        let alias = aliases.next()
        let scope = SQLScope(from: schema[entity].table, alias: alias, aliases: aliases)
        root = SQLSource(scope: scope, alias: alias, entity: entity)
    }

    var dialect: SQLDialect { schema.dialect }

    /// The types of expressions.
    var typer: PredicateTyper {
        PredicateTyper(
            model: schema.layout, entity: root.entity,
            variables: variables.mapValues(\.entity.number))
    }

    /// A condition that is true where the predicate holds, or, if not positive, where it does not.
    func condition(_ predicate: FetchPredicate, positive: Bool = true) throws -> SQLFragment {
        switch predicate {
        case .constant(let value):
            return dialect.truth(value == positive)
        case .not(let part):
            return try condition(part, positive: !positive)
        case .and(let parts):
            return try joined(parts, positive ? "AND" : "OR", positive: positive)
        case .or(let parts):
            return try joined(parts, positive ? "OR" : "AND", positive: positive)
        case .comparison(let comparison):
            return try condition(comparison, positive: positive)
        }
    }

    private func joined(
        _ parts: [FetchPredicate], _ word: String, positive: Bool
    ) throws -> SQLFragment {
        guard !parts.isEmpty else { return dialect.truth(word == "AND") }
        let parts = try word == "AND" && positive ? merged(parts) : parts
        let conditions = try parts.map { part in
            word == "AND"
                ? try conjunct(part, positive: positive, isAlone: parts.count == 1)
                : try condition(part, positive: positive)
        }
        return Self.joined(conditions[...], word)
    }

    /// A condition that has to hold along with others, unless it is alone.
    ///
    /// Many records of a table may have no value for a key. Without statistics SQLite believes that
    /// an index finds few of them, and begins its search there; a hint keeps it from that where another
    /// condition, or the index of the order, leads to the records sooner. An index that has the key further
    /// on is entered by other conditions, and loses nothing by this one. An index of some records alone, such as
    /// those without the value, is wanted: it is no larger than what it is for, and SQLite takes it only for a
    /// condition that it recognizes.
    func conjunct(
        _ predicate: FetchPredicate, positive: Bool = true, isAlone: Bool
    ) throws -> SQLFragment {
        let condition = try condition(predicate, positive: positive)
        guard !isAlone else { return condition }
        let isFrequent =
            if let keyPath = predicate.keyPathOfAbsence(positive) { beginsIndex(keyPath) } else {
                try positive && !looksAtTexts && asksForFrequentWord(predicate)
            }
        return isFrequent ? dialect.withoutIndex(condition) : condition
    }

    /// Whether an index may begin with the values of a key path.
    private func beginsIndex(_ keyPath: [String]) -> Bool {
        let (model, entityName) = (schema.layout.model, root.entity.name)
        guard keyPath.count == 1,
            model.lineage(of: entityName).contains(where: { entity in
                entity.attributes.contains { $0.name == keyPath[0] }
            })
        else { return true }
        return model.hasIndex(of: entityName, beginningWith: keyPath[0], ofAll: true)
    }

    /// Long lists are halved, because SQLite limits the depth of an expression.
    static func joined(_ parts: ArraySlice<SQLFragment>, _ word: String) -> SQLFragment {
        if parts.count == 1, let part = parts.first { return part }
        guard parts.count > 50 else {
            return "(\(SQLFragment.joined(Array(parts), " \(word) ")))"
        }
        let middle = parts.startIndex + parts.count / 2
        return "(\(joined(parts[..<middle], word)) \(raw: word) \(joined(parts[middle...], word)))"
    }

    /// The condition where the atom is true, or where it is false or NULL.
    func atom(_ fragment: SQLFragment, positive: Bool) -> SQLFragment {
        positive ? fragment : "(\(fragment)) IS NOT TRUE"
    }
}

extension FetchPredicate {
    /// The value that has to be absent for it to hold; nil if it asks for something else.
    fileprivate func keyPathOfAbsence(_ positive: Bool) -> [String]? {
        guard case .comparison(let comparison) = self, comparison.modifier == .direct,
            case .keyPath(let keyPath) = comparison.left, comparison.right == .constant(.null),
            comparison.op == (positive ? .equal : .notEqual)
        else { return nil }
        return keyPath
    }
}
