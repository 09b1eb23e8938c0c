public import Persistence

extension FetchPredicate {
    /// The conjunction of conditions; nil for none.
    public static func all(_ conditions: [FetchPredicate]) -> FetchPredicate? {
        conditions.count > 1 ? .and(conditions) : conditions.first
    }

    /// Whether a key path with dots has a value.
    static func has(_ keyPath: String, _ isThere: Bool) -> FetchPredicate {
        isThere ? .key(keyPath) != nil : .key(keyPath) == nil
    }

    /// A condition for each word of a search: one of the texts at the key paths has to contain it,
    /// folded like all searched texts (`SearchFolding`).
    public static func words(_ search: String, inAnyOf keyPaths: [[String]]) -> [FetchPredicate] {
        search.split(whereSeparator: \.isWhitespace).map { word in
            let pattern = SearchFolding.patternText(of: String(word))
            // A word without visible characters is in every record, even without a text.
            guard !pattern.isEmpty else { return .constant(true) }
            let conditions = keyPaths.map { keyPath in
                FetchExpression.function("searchable:", [.keyPath(keyPath)]).contains(pattern)
            }
            return conditions.count == 1 ? conditions[0] : .or(conditions)
        }
    }

    /// The condition that a record, or a related one, has each word of a search in its indexed
    /// texts; none for a search without words.
    ///
    /// - Parameter places: as in ``search(_:in:)``. Default: only the record.
    public static func searching(
        _ search: String, in places: [String] = ["SELF"]
    ) -> [FetchPredicate] {
        search.allSatisfy(\.isWhitespace) ? [] : [.search(search, in: places)]
    }

    /// The condition that a text of a related record has a word. The index of all texts of such
    /// records is used.
    public static func word(
        _ word: String, in key: String, of relationship: String
    ) -> FetchPredicate {
        .and(
            [.search(word, in: [relationship])]
                + words(word, inAnyOf: [[relationship, key]]))
    }
}
