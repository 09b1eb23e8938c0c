/// The full-text indexes of a store, and its answers about them, for the SQL compiler.
package struct PresentTextIndexes {
    /// A row that changed after the last update of its index, with its folded text.
    package struct ChangedText: Sendable {
        let key: Int64
        let text: [UInt8]

        package init(_ key: Int64, _ text: String) {
            self.key = key
            self.text = Array(text.utf8)
        }
    }

    var indexes: [SQLTextIndex] = []
    /// The rows that changed after the last update of their index, for an engine that cannot fold
    /// texts in SQL.
    var changedTexts: (SQLTextIndex) throws -> [ChangedText] = { _ in [] }
    /// The keys that a SELECT finds; nil if they are many, or if the store may change before they
    /// are used.
    var fewKeys: (SQLFragment) throws -> [Int64]? = { _ in nil }
    /// Whether so many records match all these words, or have them as whole words, that a query
    /// should not start with them.
    var areFrequent: (SQLTextIndex, [String], _ areWhole: Bool) throws -> Bool = { _, _, _ in false
    }
    /// Whether most records match all these words.
    var matchMostRecords: (SQLTextIndex, [String]) throws -> Bool = { _, _ in false }
    /// The result of a counting query.
    var count: (SQLQuery) throws -> Int64 = { _ in 0 }
}

extension PresentTextIndexes {
    /// - Parameter changedTexts: finds the rows of an index that changed after its last update.
    package init(
        of indexes: [SQLTextIndex], changedTexts: @escaping (SQLTextIndex) throws -> [ChangedText]
    ) {
        self.init(indexes: indexes)
        self.changedTexts = changedTexts
    }
}

extension SQLCompiler {
    /// A word is found by the index. Rows that changed since its last update are read, and all rows
    /// if there is no index.
    func condition(_ search: WordSearch, positive: Bool) throws -> SQLFragment {
        let patterns = search.patterns.filter { !$0.isEmpty }
        guard !patterns.isEmpty else { return dialect.truth(positive) }
        guard patterns.allSatisfy(\.mayBeFolded) else {
            throw SQLTranslationError(reason: "no folded text has control characters")
        }
        let present = try textIndexes()
        let found = try search.targets.compactMap { try self.found(patterns, at: $0, present) }
        guard !found.isEmpty else {
            // Unlike a constant, it leads to no scan.
            let none: SQLFragment = "SELECT CAST(NULL AS BIGINT) WHERE 1 = 0"
            return atom("\(raw: root.alias).Z_PK IN (\(none))", positive: positive)
        }
        return atom(Self.joined(found[...], "OR"), positive: positive)
    }

    /// Whether a record at a target matches words; nil if none does.
    private func found(
        _ patterns: [String], at target: FetchExpression, _ present: PresentTextIndexes
    ) throws -> SQLFragment? {
        guard case .subquery(let collection, let variable, let predicate) = target else {
            let (source, keys) = try origin(of: target)
            return try found(patterns, keys, from: source, present)
        }
        let (source, keys) = try origin(of: collection)
        return try found(patterns, keys, from: source, present) { member in
            var inner = self
            inner.variables[variable] = member
            inner.aggregatesRows = false
            return try inner.condition(predicate)
        }
    }

    /// Whether a predicate searches for a word that many records have: another condition, or the
    /// index of an order, then finds the records sooner.
    func asksForFrequentWord(_ predicate: FetchPredicate) throws -> Bool {
        guard case .comparison(let comparison) = predicate, let search = comparison.wordSearch,
            search.targets.contains(.evaluatedObject), case let present = try textIndexes(),
            let index = present.index(of: table(of: root.entity)),
            try fewKeys(with: search.patterns, present) == nil
        else { return false }
        return try !search.patterns.contains(where: \.hasTrigram)
            || present.areFrequent(index, search.patterns, false)
    }

    /// The keys of the root's records that match all words; nil if they are many or unknown.
    private func fewKeys(
        with patterns: [String], _ present: PresentTextIndexes
    ) throws -> [Int64]? {
        guard dialect.supportsUserFunctions, patterns.allSatisfy(\.mayBeFolded),
            let keys = try selectKeys(with: patterns, root.entity, present)
        else { return nil }
        return try present.fewKeys(keys)
    }

    /// Whether so many records match all words of a predicate that following an order and reading
    /// the texts finds the first ones soonest.
    func asksForFrequentWords(_ predicate: FetchPredicate) throws -> Bool {
        let patterns = predicate.requiredSearches.filter { $0.targets.contains(.evaluatedObject) }
            .flatMap(\.patterns)
        guard !patterns.isEmpty, patterns.allSatisfy(\.mayBeFolded),
            case let present = try textIndexes(),
            let index = present.index(of: table(of: root.entity)),
            try fewKeys(with: patterns, present) == nil
        else { return false }
        return try present.areFrequent(index, patterns, false)
    }

    /// Combines conditions of an AND that search the same record into one.
    func merged(_ parts: [FetchPredicate]) throws -> [FetchPredicate] {
        let searches = parts.map { part -> WordSearch? in
            guard case .comparison(let comparison) = part, let search = comparison.wordSearch,
                search.targets.count == 1, search.patterns.allSatisfy(\.mayBeFolded)
            else { return nil }
            switch search.targets[0] {
            case .evaluatedObject, .variable: return search
            default: return nil
            }
        }
        guard searches.count(where: { $0 != nil }) > 1, try !textIndexes().indexes.isEmpty else {
            return parts
        }
        var merged: [FetchPredicate] = []
        var targets: [FetchExpression] = []
        for (part, search) in zip(parts, searches) {
            guard let target = search?.targets[0] else {
                merged.append(part)
                continue
            }
            guard !targets.contains(target) else { continue }
            targets.append(target)
            let words = searches.compactMap(\.self).filter { $0.targets == [target] }
                .flatMap(\.patterns)
            merged.append(
                .comparison(
                    FetchComparison(
                        .indexedText(of: [target]), .contains,
                        .aggregate(words.map { .constant(.string($0)) }))))
        }
        return merged
    }

    private func table(of entity: EntityLayout) -> String {
        schema[schema.layout.entity(entity.rootNumber)].table
    }

    /// The source of a target's first record, and the keys that follow.
    private func origin(of target: FetchExpression) throws -> (SQLSource, [String]) {
        switch target {
        case .evaluatedObject: return (root, [])
        case .keyPath(let keys), .keyPathOf(.evaluatedObject, let keys): return (root, keys)
        case .variable(let name), .keyPathOf(.variable(let name), _):
            guard let source = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: target)
            }
            if case .keyPathOf(_, let keys) = target { return (source, keys) }
            return (source, [])
        default:
            throw SQLTranslationError(reason: "“\(target)” is not a key path of the record")
        }
    }

    /// Whether a record at the end of a key path has a word; nil if none does.
    ///
    /// - Parameter condition: another condition for that record. Default: none.
    private func found(
        _ patterns: [String], _ keys: [String], from source: SQLSource,
        _ present: PresentTextIndexes,
        where condition: (SQLSource) throws -> SQLFragment? = { _ in nil }
    ) throws -> SQLFragment? {
        var (source, keys) = (source, keys[...])
        while let key = keys.first, case let slot = try slot(key, of: source.entity), slot.isToOne {
            keys = keys.dropFirst()
            guard keys.isEmpty else {
                source = try destination(of: slot, from: source)
                continue
            }
            let column = SQLFragment(stringLiteral: try column(of: slot, in: source))
            let records = try keysOfRecords(with: patterns, destination(of: slot), present)
            return records.map { "\(column) IN (\($0))" }
        }
        let own: SQLFragment = "\(raw: source.alias).Z_PK"
        guard !keys.isEmpty else {
            if looksAtTexts, source.alias == root.alias, let text = ownText(present) {
                return Self.has(patterns, in: text)
            }
            if findsOthers, source.alias == root.alias,
                let condition = try hasNoOther(patterns, own, present)
            {
                return condition
            }
            return try keysOfRecords(with: patterns, source.entity, present)
                .map { "\(own) IN (\($0))" }
        }
        let owners = try owners(
            with: patterns, Array(keys), of: source.entity, present, where: condition)
        return owners.map { "\(own) IN (\($0))" }
    }

    /// Whether a record is not among those that lack some words; nil if they are no fewer than
    /// those that have them. Rows that changed since the index was updated are read.
    private func hasNoOther(
        _ patterns: [String], _ key: SQLFragment, _ present: PresentTextIndexes
    ) throws -> SQLFragment? {
        let table = table(of: root.entity)
        guard dialect.supportsUserFunctions, let index = present.index(of: table),
            try present.matchMostRecords(index, patterns)
        else { return nil }
        return """
            (\(key) NOT IN (SELECT Z_PK FROM \(raw: index.textTable) \
            WHERE (\(Self.has(patterns, in: "ZTEXT"))) IS NOT TRUE UNION ALL \(raw: index.changedKeys)) \
            OR \(key) IN (SELECT r.Z_PK FROM \(raw: table) r \
            WHERE r.Z_PK IN (\(raw: index.changedKeys)) \
            AND \(Self.has(patterns, in: "\(raw: index.text(of: "r"))"))))
            """
    }

    /// The keys of an entity's records for which a to-many key path leads to a record with a word;
    /// nil if there are none.
    private func owners(
        with patterns: [String], _ keys: [String], of entity: EntityLayout,
        _ present: PresentTextIndexes, where condition: (SQLSource) throws -> SQLFragment?
    ) throws -> SQLFragment? {
        let alias = aliases.next()
        let scope = SQLScope(from: table(of: entity), alias: alias, aliases: aliases)
        let owner = SQLSource(scope: scope, alias: alias, entity: entity)
        var members = try collection(keys, from: owner, isMember: true)
        if let condition = try condition(members.source) { members.conditions.append(condition) }
        let member = try member(of: members)
        guard case .object(let number) = member.type.kind else {
            throw SQLTranslationError(reason: "“\(keys.joined(separator: "."))” are not records")
        }
        return try keysOfRecords(with: patterns, schema.layout.entity(number), present).map {
            select("\(raw: alias).Z_PK", members, "\(member.fragment) IN (\($0))")
        }
    }

    /// A SELECT of the keys of the records that match all words; nil if there are none.
    ///
    /// Several statements of a page search for the same words. A few keys are looked up once and
    /// listed in each of them.
    private func keysOfRecords(
        with patterns: [String], _ entity: EntityLayout, _ present: PresentTextIndexes
    ) throws -> SQLFragment? {
        guard let keys = try selectKeys(with: patterns, entity, present) else { return nil }
        guard let few = try present.fewKeys(keys) else { return keys }
        guard !few.isEmpty else { return nil }
        return dialect.list(few.map { .integer($0) }).map { "SELECT value FROM \($0)" } ?? keys
    }

    /// A SELECT that finds the keys of the records that match all words; nil if their texts are not
    /// indexed.
    private func selectKeys(
        with patterns: [String], _ entity: EntityLayout, _ present: PresentTextIndexes
    ) throws -> SQLFragment? {
        let table = table(of: entity)
        guard let wanted = schema.textIndexes.first(where: { $0.table == table }) else {
            return nil
        }
        let index = present.index(of: table)
        guard dialect.supportsUserFunctions else {
            guard let index else { throw SQLTranslationError(reason: "texts are folded") }
            return try plainKeys(with: patterns, index, present.changedTexts(index))
        }
        let isInRow = Self.has(patterns, in: "\(raw: wanted.text(of: "r"))")
        guard let index else { return "SELECT r.Z_PK FROM \(raw: table) r WHERE \(isInRow)" }
        let (long, short) = (patterns.filter(\.hasTrigram), patterns.filter { !$0.hasTrigram })
        var indexed: SQLFragment
        if long.isEmpty {
            indexed = """
                SELECT Z_PK FROM \(raw: index.textTable) \
                WHERE \(Self.has(short, in: "ZTEXT")) AND Z_PK
                """
        } else {
            indexed = """
                SELECT rowid FROM \(raw: index.name) WHERE \(raw: index.name) \
                MATCH \(SQLFragment(parameter: .string(SQLTextIndex.phrases(long))))
                """
            if !short.isEmpty {
                let text: SQLFragment = """
                    (SELECT ZTEXT FROM \(raw: index.textTable) \
                    WHERE Z_PK = \(raw: index.name).rowid)
                    """
                indexed.append(" AND \(Self.has(short, in: text))")
            }
            indexed.append(" AND rowid")
        }
        indexed.append(" NOT IN (\(raw: index.changedKeys))")
        return """
            \(indexed) UNION ALL SELECT r.Z_PK FROM \(raw: table) r \
            WHERE r.Z_PK IN (\(raw: index.changedKeys)) AND \(isInRow)
            """
    }

    /// The same for an engine that cannot fold texts in SQL. The texts of changed rows are folded
    /// already.
    private func plainKeys(
        with patterns: [String], _ index: SQLTextIndex,
        _ changedTexts: [PresentTextIndexes.ChangedText]
    ) throws -> SQLFragment {
        let conditions = patterns.map {
            dialect.contains("ZTEXT", constant: TrigramForm.of($0))
        }
        let indexed: SQLFragment = """
            SELECT Z_PK FROM \(raw: index.name) WHERE \(Self.joined(conditions[...], "AND"))
            """
        guard !changedTexts.isEmpty, let all = dialect.list(changedTexts.map { .integer($0.key) })
        else {
            return indexed
        }
        let others: SQLFragment = "\(indexed) AND Z_PK NOT IN \(all)"
        let words = patterns.map { Array($0.utf8) }
        let found = changedTexts.filter { row in words.allSatisfy { row.text.contains($0) } }
            .map { AttributeValue.integer($0.key) }
        guard !found.isEmpty, let keys = dialect.list(found) else { return others }
        return "\(others) UNION ALL \(keys)"
    }

    /// Whether a folded text contains all words.
    private static func has(_ patterns: [String], in text: SQLFragment) -> SQLFragment {
        let conditions = patterns.map { pattern -> SQLFragment in
            "instr(\(text), \(SQLFragment(parameter: .string(pattern)))) > 0"
        }
        return joined(conditions[...], "AND")
    }

    /// The record's own folded text from the index; nil without one.
    private func ownText(_ present: PresentTextIndexes) -> SQLFragment? {
        let table = table(of: root.entity)
        guard let wanted = schema.textIndexes.first(where: { $0.table == table }) else {
            return nil
        }
        let own: SQLFragment = "\(raw: wanted.text(of: root.alias))"
        guard let index = present.index(of: table) else { return own }
        return """
            CASE WHEN \(raw: root.alias).Z_PK IN (\(raw: index.changedKeys)) THEN \(own) \
            ELSE (SELECT ZTEXT FROM \(raw: index.textTable) \
            WHERE Z_PK = \(raw: root.alias).Z_PK) END
            """
    }

    /// The relevance of the record to a search, for an ORDER BY.
    func relevance(to text: String) throws -> SQLFragment {
        try demandFunctions(for: "the relevance of texts is computed")
        let patterns = SearchFolding.patterns(ofWordsIn: text).joined(separator: "\n")
        guard let own = ownText(try textIndexes()) else {
            throw SQLTranslationError(reason: "no attribute of it is indexed in Spotlight")
        }
        return "predicate_relevance(\(own), \(SQLFragment(parameter: .string(patterns))))"
    }

    /// The condition for the most relevant records, if they are so many that another order finds
    /// the first of them soonest.
    func bestRelevance(to text: String) throws -> SQLFragment? {
        let patterns = SearchFolding.patterns(ofWordsIn: text)
        guard dialect.supportsUserFunctions, !patterns.isEmpty,
            case let present = try textIndexes(),
            let index = present.index(of: table(of: root.entity)),
            try present.areFrequent(index, patterns, true)
        else { return nil }
        return "\(try relevance(to: text)) = 0"
    }
}

extension PresentTextIndexes {
    fileprivate func index(of table: String) -> SQLTextIndex? {
        indexes.first { $0.table == table }
    }
}

extension SQLTextIndex {
    /// The words as an FTS5 query for all of them.
    static func phrases(_ words: [String]) -> String {
        words.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " ")
    }
}

extension String {
    /// Whether the index can find the text: it has trigrams.
    var hasTrigram: Bool { unicodeScalars.count >= 3 }

    /// Whether folded texts can contain it: they have no control characters.
    fileprivate var mayBeFolded: Bool { unicodeScalars.allSatisfy { $0.value >= 0x20 } }
}
