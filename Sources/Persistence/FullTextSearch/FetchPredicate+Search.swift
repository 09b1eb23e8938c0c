extension FetchPredicate {
    /// Selects the records that have every word of a text somewhere in their indexed texts, or in
    /// those of related records.
    ///
    /// ```swift
    /// request.predicate = .search("blue lamp", in: ["SELF", "type", "tags"])
    /// ```
    /// The attributes with *Index in Spotlight* in the model are searched. Words may be in any
    /// order, inside other words, in any spelling that ``SearchFolding`` makes equal, and each in
    /// another of the records. A text without words selects every record.
    ///
    /// An index finds words of three letters and more; shorter ones are looked for in the folded
    /// text of each record (<doc:FullTextSearch>).
    /// - Parameters:
    ///   - text: words, separated by spaces.
    ///   - keyPaths: the records to search: `SELF` for the record itself, key paths for those at
    ///     the end of relationships. Default: the record itself.
    public static func search(_ text: String, in keyPaths: [String] = ["SELF"]) -> FetchPredicate {
        search(text, in: keyPaths.map { $0 == "SELF" ? .evaluatedObject : .key($0) })
    }

    /// Selects the records that have every word of a text somewhere in the indexed texts of given
    /// records.
    ///
    /// ```swift
    /// let open = try FetchExpression(format: "SUBQUERY(loans, $loan, $loan.returned == nil)")
    /// request.predicate = .search("anna", in: [.evaluatedObject, open])
    /// ```
    /// - Parameters:
    ///   - text: words, separated by spaces.
    ///   - targets: the records to search: the record itself, those at the end of a key path, or
    ///     those that a subquery selects.
    public static func search(_ text: String, in targets: [FetchExpression]) -> FetchPredicate {
        let words = SearchFolding.patterns(ofWordsIn: text).map { word in
            FetchPredicate.comparison(
                FetchComparison(
                    .indexedText(of: targets), .contains, .constant(.string(word))))
        }
        return words.isEmpty ? .constant(true) : words.count == 1 ? words[0] : .and(words)
    }
}

extension FetchExpression {
    /// The folded texts of all records at these targets, joined.
    static func indexedText(of targets: [FetchExpression]) -> FetchExpression {
        PredicateFunction.indexedText.call(targets.count == 1 ? targets[0] : .aggregate(targets))
    }
}

extension SearchFolding {
    /// The search patterns of a text's words, without those that match every text.
    static func patterns(ofWordsIn text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { patternText(of: String($0)) }
            .filter { !$0.isEmpty }
    }
}

/// A search for words in the indexed texts of records.
struct WordSearch {
    /// The folded words. A record must have all of them.
    let patterns: [String]
    /// The expressions whose values are the records.
    let targets: [FetchExpression]
}

extension FetchPredicate {
    /// The searches that every selected record must match.
    var requiredSearches: [WordSearch] {
        switch self {
        case .and(let parts): parts.flatMap(\.requiredSearches)
        case .comparison(let comparison): comparison.wordSearch.map { [$0] } ?? []
        default: []
        }
    }
}

extension FetchComparison {
    /// The comparison as a search for a word; nil for any other comparison.
    var wordSearch: WordSearch? {
        guard modifier == .direct, op == .contains, TextFolding.effective(options).isEmpty,
            case .function(PredicateFunction.indexedText.rawValue, let operands) = left,
            operands.count == 1, let patterns = right.words
        else { return nil }
        guard case .aggregate(let targets) = operands[0] else {
            return WordSearch(patterns: patterns, targets: operands)
        }
        return WordSearch(patterns: patterns, targets: targets)
    }
}

extension FetchExpression {
    /// The value as words; nil if it is not text.
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

/// Ranks records by how well their indexed texts match a search.
enum SearchRelevance {
    /// The sum over the words: 0 for a whole word of the text, 1 for the beginning of one, 2 for
    /// another part, 3 for a word that the text lacks.
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

    /// Whether the byte belongs to a word; bytes beyond ASCII do.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}

extension FetchSortDescriptor {
    /// Orders records by relevance to a search: matches of whole words first, then beginnings of
    /// words, then parts. Only the indexed texts of the record itself count.
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
