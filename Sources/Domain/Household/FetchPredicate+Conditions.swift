public import Persistence

extension FetchPredicate {
    /// All of some conditions; nil for none.
    public static func all(_ conditions: [FetchPredicate]) -> FetchPredicate? {
        conditions.count > 1 ? .and(conditions) : conditions.first
    }

    /// Whether there is a value at a key path with dots.
    static func has(_ keyPath: String, _ isThere: Bool) -> FetchPredicate {
        isThere ? .key(keyPath) != nil : .key(keyPath) == nil
    }

    /// A condition for each word of a search: it has to be in one of the texts at some key paths,
    /// folded as everywhere where words are searched (`SearchFolding`).
    public static func words(_ search: String, inAnyOf keyPaths: [[String]]) -> [FetchPredicate] {
        search.split(whereSeparator: \.isWhitespace).map { word in
            let pattern = SearchFolding.patternText(of: String(word))
            // What shows nothing is in every record, also in one without these texts.
            guard !pattern.isEmpty else { return .constant(true) }
            let conditions = keyPaths.map { keyPath in
                FetchPredicate.comparison(
                    FetchComparison(
                        .function("searchable:", [.keyPath(keyPath)]), .contains,
                        .value(pattern)))
            }
            return conditions.count == 1 ? conditions[0] : .or(conditions)
        }
    }

    /// That a record, or a related one, has each word of a search in the texts that the store has an index of; no
    /// condition for a search without words.
    ///
    /// - Parameter places: as of ``search(_:in:)``. Default: the record alone.
    public static func searching(
        _ search: String, in places: [String] = ["SELF"]
    ) -> [FetchPredicate] {
        search.allSatisfy(\.isWhitespace) ? [] : [.search(search, in: places)]
    }

    /// That one text of a related record has a word. The index of all texts of such records leads to it.
    public static func word(
        _ word: String, in key: String, of relationship: String
    ) -> FetchPredicate {
        .and(
            [.search(word, in: [relationship])]
                + words(word, inAnyOf: [[relationship, key]]))
    }
}
