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

/// How well the indexed texts of a record fit the words of a search.
enum SearchRelevance {
    /// The sum over the words: 0 for a word that stands in the text as a whole, 1 for the beginning of one, 2 for
    /// a part, 3 for a word that the text does not have.
    ///
    /// - Parameters:
    ///   - text: the folded texts.
    ///   - patterns: the folded words.
    static func rank(_ text: UnsafeBufferPointer<UInt8>, _ patterns: [[UInt8]]) -> Int64 {
        patterns.reduce(0) { $0 + rank(text, $1) }
    }

    private static func rank(_ text: UnsafeBufferPointer<UInt8>, _ pattern: [UInt8]) -> Int64 {
        guard let first = pattern.first else { return 0 }
        var best: Int64 = 3
        var position = 0
        while position + pattern.count <= text.count {
            defer { position += 1 }
            let end = position + pattern.count
            guard text[position] == first, text[position..<end].elementsEqual(pattern) else {
                continue
            }
            guard position == 0 || !isOfWord(text[position - 1]) else {
                best = min(best, 2)
                continue
            }
            if end == text.count || !isOfWord(text[end]) { return 0 }
            best = 1
        }
        return best
    }

    /// Bytes of letters beyond ASCII count as letters.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}

extension FetchSortDescriptor {
    /// The records that fit a search best come first: those that have its words as whole words, then those with
    /// words that begin with them, then those with parts. What counts are the indexed texts of the record itself.
    ///
    /// ```swift
    /// request.predicate = .search("lamp")
    /// request.sortDescriptors = [.relevance(to: "lamp"), FetchSortDescriptor("itemName")]
    /// ```
    public static func relevance(to text: String) -> FetchSortDescriptor {
        FetchSortDescriptor("SELF", comparison: .relevance(to: text))
    }

    /// The expression that the order compares.
    package var expression: FetchExpression {
        if case .relevance = comparison {
            .indexedText(of: [.evaluatedObject])
        } else {
            .key(keyPath)
        }
    }
}
