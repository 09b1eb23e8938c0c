/// The full-text indexes that a store has, as the maker of a statement asks for them.
struct PresentTextIndexes {
    var indexes: [SQLTextIndex] = []
    /// Whether many records have a word, so that it is no place to begin a search with.
    var isFrequent: (SQLTextIndex, String) throws -> Bool = { _, _ in false }
}

extension SQLWriter {
    /// A word is found by the index. Rows that were changed since are looked at themselves; without an index, all
    /// rows are.
    func condition(_ search: WordSearch, positive: Bool) throws -> SQLFragment {
        try demandFunctions(for: "texts are folded")
        guard !search.pattern.isEmpty else { return dialect.truth(positive) }
        guard search.pattern.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            throw SQLTranslationError(reason: "no folded text has control characters")
        }
        let present = try textIndexes()
        let found = try search.places.map { place in
            let (source, keys) = try origin(of: place)
            return try self.found(search.pattern, keys, from: source, present)
        }
        return atom(Self.joined(found[...], "OR"), positive: positive)
    }

    /// Whether a predicate is the search for a word that many of the records themselves have: the index of an
    /// order, or another word, leads to the wanted ones sooner.
    func asksForFrequentWord(_ predicate: FetchPredicate) throws -> Bool {
        guard case .comparison(let comparison) = predicate, let search = comparison.wordSearch,
            search.places.contains(.evaluatedObject), case let present = try textIndexes(),
            let index = present.indexes.first(where: { $0.table == table(of: root.entity) })
        else { return false }
        return try !search.pattern.hasTrigram || present.isFrequent(index, search.pattern)
    }

    private func table(of entity: EntityLayout) -> String {
        schema[schema.layout.entity(entity.rootNumber)].table
    }

    /// The record at which a place begins, and the keys that lead from there.
    private func origin(of place: FetchExpression) throws -> (SQLSource, [String]) {
        switch place {
        case .evaluatedObject: return (root, [])
        case .keyPath(let keys), .keyPathOf(.evaluatedObject, let keys): return (root, keys)
        case .variable(let name), .keyPathOf(.variable(let name), _):
            guard let source = variables[name] else {
                throw FetchPredicateError("The variable $\(name) has no value.", at: place)
            }
            if case .keyPathOf(_, let keys) = place { return (source, keys) }
            return (source, [])
        default:
            throw SQLTranslationError(reason: "“\(place)” is no key path of the record")
        }
    }

    /// Whether a record at the end of a key path has a word.
    private func found(
        _ pattern: String, _ keys: [String], from source: SQLSource, _ present: PresentTextIndexes
    ) throws -> SQLFragment {
        var (source, keys) = (source, keys[...])
        while let key = keys.first, case let slot = try slot(key, of: source.entity), slot.isToOne {
            keys = keys.dropFirst()
            guard keys.isEmpty else {
                source = try destination(of: slot, from: source)
                continue
            }
            let column = SQLFragment(stringLiteral: try column(of: slot, in: source))
            return "\(column) IN (\(keysOfRecords(with: pattern, destination(of: slot), present)))"
        }
        let own: SQLFragment = "\(raw: source.alias).Z_PK"
        guard !keys.isEmpty else {
            return "\(own) IN (\(keysOfRecords(with: pattern, source.entity, present)))"
        }
        return "\(own) IN (\(try owners(with: pattern, Array(keys), of: source.entity, present)))"
    }

    /// The keys of the records of an entity at whose to-many key path a record has a word.
    private func owners(
        with pattern: String, _ keys: [String], of entity: EntityLayout,
        _ present: PresentTextIndexes
    ) throws -> SQLFragment {
        let alias = aliases.next()
        let scope = SQLScope(from: table(of: entity), alias: alias, aliases: aliases)
        let owner = SQLSource(scope: scope, alias: alias, entity: entity)
        let members = try collection(keys, from: owner, isMember: true)
        let member = try member(of: members)
        guard case .object(let number) = member.type.kind else {
            throw SQLTranslationError(reason: "“\(keys.joined(separator: "."))” are no records")
        }
        let records = keysOfRecords(with: pattern, schema.layout.entity(number), present)
        return select("\(raw: alias).Z_PK", members, "\(member.fragment) IN (\(records))")
    }

    /// A SELECT of the keys of the records that have a word.
    private func keysOfRecords(
        with pattern: String, _ entity: EntityLayout, _ present: PresentTextIndexes
    ) -> SQLFragment {
        let table = table(of: entity)
        let word = SQLFragment(parameter: .string(pattern))
        guard let wanted = schema.textIndexes.first(where: { $0.table == table }) else {
            return "SELECT NULL WHERE 0"
        }
        let isInRow: SQLFragment = "instr(\(raw: wanted.text(of: "r")), \(word)) > 0"
        guard let index = present.indexes.first(where: { $0.table == table }) else {
            return "SELECT r.Z_PK FROM \(raw: table) r WHERE \(isInRow)"
        }
        var indexed: SQLFragment
        if pattern.hasTrigram {
            let phrase = "\"\(pattern.replacing("\"", with: "\"\""))\""
            indexed = """
                SELECT rowid FROM \(raw: index.name) \
                WHERE \(raw: index.name) MATCH \(SQLFragment(parameter: .string(phrase))) AND rowid
                """
        } else {
            indexed =
                "SELECT Z_PK FROM \(raw: index.textTable) WHERE instr(ZTEXT, \(word)) > 0 AND Z_PK"
        }
        indexed.append(" NOT IN (\(raw: index.notedKeys))")
        return """
            \(indexed) UNION ALL SELECT r.Z_PK FROM \(raw: table) r \
            WHERE r.Z_PK IN (\(raw: index.notedKeys)) AND \(isInRow)
            """
    }

    /// How well the record fits the words of a search.
    func relevance(to text: String) throws -> SQLFragment {
        try demandFunctions(for: "the relevance of texts is computed")
        let patterns = SearchFolding.patterns(ofWordsIn: text).joined(separator: "\n")
        let table = table(of: root.entity)
        guard let wanted = schema.textIndexes.first(where: { $0.table == table }) else {
            throw SQLTranslationError(reason: "no attribute of it is indexed in Spotlight")
        }
        var own: SQLFragment = "\(raw: wanted.text(of: root.alias))"
        if let index = try textIndexes().indexes.first(where: { $0.table == table }) {
            own = """
                CASE WHEN \(raw: root.alias).Z_PK IN (\(raw: index.notedKeys)) THEN \(own) \
                ELSE (SELECT ZTEXT FROM \(raw: index.textTable) \
                WHERE Z_PK = \(raw: root.alias).Z_PK) END
                """
        }
        return "predicate_relevance(\(own), \(SQLFragment(parameter: .string(patterns))))"
    }
}

extension String {
    /// Whether the index finds the text: it has all that are at least three characters long.
    var hasTrigram: Bool { unicodeScalars.count >= 3 }
}
