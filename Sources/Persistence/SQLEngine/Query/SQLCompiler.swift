import ObjectModel

/// Writes predicates and expressions over the records of an entity as SQL.
///
/// A condition is written so that it is true where it is to hold and false or NULL elsewhere; NOT is
/// carried down to the comparisons, and a negated comparison is true also where the comparison is
/// NULL. So NULL never changes an answer, and comparisons that are not negated stay simple enough
/// for indexes.
struct SQLCompiler {
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
    var usesRTrees = false

    /// Whether searches look at the text of each record, along an order, until enough are found.
    var looksAtTexts = false

    /// Whether a search may find the records that lack a word instead of those that have it, where they are fewer.
    var findsOthers = false

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
        if !isAlone, positive, !looksAtTexts, try asksForFrequentWord(predicate) {
            var writer = self
            writer.findsOthers = true
            return dialect.withoutIndexes(try writer.condition(predicate))
        }
        let condition = try condition(predicate, positive: positive)
        guard !isAlone, let keyPath = predicate.keyPathOfAbsence(positive), beginsIndex(keyPath)
        else { return condition }
        return dialect.withoutIndex(condition)
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

/// Conditions for comparisons that memory decides about: they hold for all records that may be meant, and
/// for as few others as SQL can tell.
///
/// Texts of ASCII lose their case in SQL as they do here, and have no accents. For all others memory decides.
extension SQLCompiler {
    /// A condition that holds wherever a predicate does; nil if SQL cannot narrow the search.
    func prefilter(_ predicate: FetchPredicate) -> SQLFragment? {
        guard !dialect.supportsUserFunctions else { return nil }
        switch predicate {
        case .constant, .not: return nil
        case .and(let parts):
            let conditions = parts.compactMap(exactOrNarrowing)
            return conditions.isEmpty ? nil : Self.joined(conditions[...], "AND")
        case .or(let parts):
            let conditions = parts.compactMap(exactOrNarrowing)
            guard !conditions.isEmpty, conditions.count == parts.count else { return nil }
            return Self.joined(conditions[...], "OR")
        case .comparison(let comparison): return try? prefilter(comparison)
        }
    }

    private func exactOrNarrowing(_ predicate: FetchPredicate) -> SQLFragment? {
        (try? condition(predicate)) ?? prefilter(predicate)
    }

    private func prefilter(_ comparison: FetchComparison) throws -> SQLFragment {
        switch comparison.modifier {
        case .all: throw SQLTranslationError(reason: "all members are compared")
        case .any:
            return try exists(try collection(comparison.left), positive: true) { member in
                try prefilter(member, comparison)
            }
        case .direct:
            if case .function(PredicateFunction.searchable.rawValue, let operands) = comparison.left
            {
                return try prefilter(searched: try scalar(operands[0]), comparison)
            }
            return try prefilter(try scalar(comparison.left), comparison)
        }
    }

    /// Plain texts lose their case alone where they are searched; memory decides about all others.
    private func prefilter(
        searched value: SQLScalar, _ comparison: FetchComparison
    ) throws -> SQLFragment {
        guard comparison.op == .contains, TextFolding.effective(comparison.options).isEmpty,
            value.type.kind == .string, value.constant == nil,
            case .string(let pattern) = try scalar(comparison.right).constant, !pattern.isEmpty
        else { throw SQLTranslationError(reason: "no text is compared with a constant") }
        let isOther: SQLFragment =
            "\(value.fragment) ~ '[^\\x20-\\x26\\x28-\\x5f\\x61-\\x7e]'"
        guard pattern.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return isOther }
        let found = dialect.contains("lower(\(value.fragment))", constant: pattern)
        return "(\(found) OR \(isOther))"
    }

    private func prefilter(
        _ value: SQLScalar, _ comparison: FetchComparison
    ) throws -> SQLFragment {
        let options = TextFolding.effective(comparison.options)
        // By other operators a text may be meant that has nothing of the constant.
        guard [.equal, .contains, .beginsWith, .endsWith, .like].contains(comparison.op),
            value.type.kind == .string, value.constant == nil,
            case .string(let text) = try scalar(comparison.right).constant,
            let part = comparison.op == .like ? LikePattern.beginning(of: text) : text,
            // No text in the database has it.
            !part.utf8.contains(0)
        else { throw SQLTranslationError(reason: "no text is compared with a constant") }
        let folded = TextFolding.folded(part, options)
        guard !folded.isEmpty else { throw SQLTranslationError(reason: "the text is empty") }
        let isOther: SQLFragment = "\(value.fragment) ~ '[^\\x01-\\x7f]'"
        // A text of ASCII has no such part.
        guard folded.utf8.allSatisfy({ $0 < 0x80 }) else { return isOther }
        let plain: SQLFragment =
            options.contains(.caseInsensitive) ? "lower(\(value.fragment))" : value.fragment
        let condition = try condition(plain, comparison.op, folded)
        return "(\(condition) OR \(isOther))"
    }

    private func condition(
        _ value: SQLFragment, _ op: FetchComparison.Operator, _ text: String
    ) throws -> SQLFragment {
        let parameter = SQLFragment(parameter: .string(text))
        switch op {
        case .equal: return "\(value) = \(parameter)"
        case .contains: return dialect.contains(value, constant: text)
        case .endsWith: return "right(\(value), \(raw: text.utf8.count)) = \(parameter)"
        case .beginsWith, .like:
            if let range = prefixRange(value, text) { return range }
            fallthrough
        default: throw SQLTranslationError(reason: "texts are compared by “\(op.rawValue)”")
        }
    }
}
