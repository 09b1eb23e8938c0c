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

    /// What the order is made of.
    package var expression: FetchExpression {
        if case .relevance = comparison {
            .indexedText(of: [.evaluatedObject])
        } else {
            .key(keyPath)
        }
    }
}
