import ObjectModel

/// Compiles predicates and expressions over the records of an entity to SQL.
///
/// A condition is true where the predicate holds, and false or NULL elsewhere. NOT is pushed down
/// to the comparisons, and a negated comparison is true where the comparison is NULL. So NULL never
/// changes a result, and comparisons without NOT stay simple enough for indexes.
struct SQLCompiler {
    let schema: SQLSchema
    /// The store's UUID; objects of other stores match nothing. Nil if it does not matter.
    let storeIdentifier: String?
    let root: SQLSource
    let aliases: SQLAliases
    /// The members of the enclosing subqueries, by variable.
    var variables: [String: SQLSource] = [:]
    /// Whether `sum:` and the like aggregate the rows of a group instead of a collection.
    var aggregatesRows = false
    /// Whether sums and products of plain numbers use the engine's operators, which are faster and
    /// give the same result.
    var prefersOperators = false

    /// Whether an R-tree finds the records, so that the comparisons it covers need no other index.
    var usesRTrees = false

    /// Whether a search tests each record along an order until it has enough.
    var looksAtTexts = false

    /// Whether a search may look for the records without a word, where they are fewer.
    var findsOthers = false

    /// Looks up the full-text indexes of the store.
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

    var typer: PredicateTyper {
        PredicateTyper(
            model: schema.layout, entity: root.entity,
            variables: variables.mapValues(\.entity.number))
    }

    /// A condition that is true where the predicate holds or, if not `positive`, where it does not.
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

    /// A condition that is joined with others by AND, unless it is alone.
    ///
    /// Many records may have NULL for a key. Without statistics SQLite expects an index on NULL to
    /// find few records and starts there. A hint prevents that if another condition or the index of
    /// the order is the better start. Partial indexes, such as one over the NULLs, stay usable:
    /// SQLite chooses one only for a condition that it recognizes.
    func conjunct(
        _ predicate: FetchPredicate, positive: Bool = true, isAlone: Bool
    ) throws -> SQLFragment {
        if !isAlone, positive, !looksAtTexts, try asksForFrequentWord(predicate) {
            var others = self
            others.findsOthers = true
            return dialect.withoutIndexes(try others.condition(predicate))
        }
        let condition = try condition(predicate, positive: positive)
        guard !isAlone, let keyPath = predicate.keyPathOfAbsence(positive), beginsIndex(keyPath)
        else { return condition }
        return dialect.withoutIndex(condition)
    }

    /// Whether an index begins with the key path.
    private func beginsIndex(_ keyPath: [String]) -> Bool {
        let (model, entityName) = (schema.layout.model, root.entity.name)
        guard keyPath.count == 1,
            model.lineage(of: entityName).contains(where: { entity in
                entity.attributes.contains { $0.name == keyPath[0] }
            })
        else { return true }
        return model.hasIndex(of: entityName, beginningWith: keyPath[0], ofAll: true)
    }

    /// Halves long lists, because SQLite limits the depth of an expression.
    static func joined(_ parts: ArraySlice<SQLFragment>, _ word: String) -> SQLFragment {
        if parts.count == 1, let part = parts.first { return part }
        guard parts.count > 50 else {
            return "(\(SQLFragment.joined(Array(parts), " \(word) ")))"
        }
        let middle = parts.startIndex + parts.count / 2
        return "(\(joined(parts[..<middle], word)) \(raw: word) \(joined(parts[middle...], word)))"
    }

    /// The condition that the atom is true or, if not `positive`, that it is false or NULL.
    func atom(_ fragment: SQLFragment, positive: Bool) -> SQLFragment {
        positive ? fragment : "(\(fragment)) IS NOT TRUE"
    }
}

extension FetchPredicate {
    /// The key path whose value must be absent; nil for other conditions.
    fileprivate func keyPathOfAbsence(_ positive: Bool) -> [String]? {
        guard case .comparison(let comparison) = self, comparison.modifier == .direct,
            case .keyPath(let keyPath) = comparison.left, comparison.right == .constant(.null),
            comparison.op == (positive ? .equal : .notEqual)
        else { return nil }
        return keyPath
    }
}

/// Conditions for comparisons that only memory can decide: they hold for every matching record and
/// for as few others as possible.
///
/// SQL folds the case of ASCII as memory does, and ASCII has no accents. Memory decides about all
/// other texts.
extension SQLCompiler {
    /// A condition that holds wherever the predicate does; nil if SQL cannot narrow the search.
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

    /// ASCII texts are folded and searched in SQL; memory decides about all others.
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
        // With other operators a matching text need not contain the constant.
        guard [.equal, .contains, .beginsWith, .endsWith, .like].contains(comparison.op),
            value.type.kind == .string, value.constant == nil,
            case .string(let text) = try scalar(comparison.right).constant,
            let part = comparison.op == .like ? LikePattern.beginning(of: text) : text,
            // Texts in the database hold no NUL.
            !part.utf8.contains(0)
        else { throw SQLTranslationError(reason: "no text is compared with a constant") }
        let folded = TextFolding.folded(part, options)
        guard !folded.isEmpty else { throw SQLTranslationError(reason: "the text is empty") }
        let isOther: SQLFragment = "\(value.fragment) ~ '[^\\x01-\\x7f]'"
        // An ASCII text cannot contain it.
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
