extension FetchPredicate {
    /// Whether every word of a text is somewhere in the indexed texts of a record or of its related records.
    ///
    /// Searched are the attributes with *Index in Spotlight* in the model. A word is found inside of others as
    /// well, in any order, and however it is written (``SearchFolding``); each word may be in another of the
    /// records. A text without words is in every record.
    ///
    /// ```swift
    /// request.predicate = .search("blue lamp", in: ["SELF", "type", "tags"])
    /// ```
    ///
    /// - Parameters:
    ///   - text: words, divided by spaces.
    ///   - keyPaths: the records to look in: `SELF` is the record itself, others are at the end of
    ///     relationships, to one or to many. Default: the record alone.
    public static func search(_ text: String, in keyPaths: [String] = ["SELF"]) -> FetchPredicate {
        search(text, in: keyPaths.map { $0 == "SELF" ? .evaluatedObject : .key($0) })
    }

    /// Whether every word of a text is somewhere in the indexed texts of some records, as above.
    ///
    /// ```swift
    /// let open = try FetchExpression(format: "SUBQUERY(loans, $loan, $loan.returned == nil)")
    /// request.predicate = .search("anna", in: [.evaluatedObject, open])
    /// ```
    ///
    /// - Parameters:
    ///   - text: words, divided by spaces.
    ///   - places: the records to look in: the record itself, those at the end of a key path, or those of them
    ///     that a subquery selects.
    public static func search(_ text: String, in places: [FetchExpression]) -> FetchPredicate {
        let words = SearchFolding.patterns(ofWordsIn: text).map { word in
            FetchPredicate.comparison(
                FetchComparison(
                    .indexedText(of: places), .contains, .constant(.string(word))))
        }
        return words.isEmpty ? .constant(true) : words.count == 1 ? words[0] : .and(words)
    }
}

extension FetchExpression {
    /// The folded texts of all records at some places, in one.
    static func indexedText(of places: [FetchExpression]) -> FetchExpression {
        PredicateFunction.indexedText.call(places.count == 1 ? places[0] : .aggregate(places))
    }
}

extension SearchFolding {
    /// The patterns of the words in a text, without those that every text has.
    static func patterns(ofWordsIn text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { patternText(of: String($0)) }
            .filter { !$0.isEmpty }
    }
}

/// Words that are looked for in the indexed texts of records.
struct WordSearch {
    /// The words, folded. A record has to have them all.
    let patterns: [String]
    /// The expressions whose values are the records.
    let places: [FetchExpression]
}

extension FetchPredicate {
    /// The words that every record has to have somewhere.
    var requiredSearches: [WordSearch] {
        switch self {
        case .and(let parts): parts.flatMap(\.requiredSearches)
        case .comparison(let comparison): comparison.wordSearch.map { [$0] } ?? []
        default: []
        }
    }
}

extension FetchComparison {
    /// The comparison as the search for a word; nil if it is another one.
    var wordSearch: WordSearch? {
        guard modifier == .direct, op == .contains, TextFolding.effective(options).isEmpty,
            case .function(PredicateFunction.indexedText.rawValue, let operands) = left,
            operands.count == 1, let patterns = right.words
        else { return nil }
        guard case .aggregate(let places) = operands[0] else {
            return WordSearch(patterns: patterns, places: operands)
        }
        return WordSearch(patterns: patterns, places: places)
    }
}

extension FetchExpression {
    /// A text, or some; nil for something else.
    fileprivate var words: [String]? {
        switch self {
        case .constant(.string(let word)): return [word]
        case .aggregate(let elements):
            let words = elements.compactMap(\.words)
            return words.count == elements.count ? words.flatMap(\.self) : nil
        default: return nil
        }
    }
}
