/// Folds texts for searches: ignores case, accents, ligatures (`œ` is `oe`), width, typographic
/// hyphens and quotes, apostrophes, and the vowel signs of Hebrew and Arabic.
///
/// A search tests whether a folded text contains the pattern of each word. In a predicate,
/// `searchable:` folds a text:
///
/// ```swift
/// let pattern = SearchFolding.patternText(of: "l’Œuvre")
/// let predicate = try FetchPredicate(format: "searchable:(title) CONTAINS %@", pattern)
/// ```
///
/// `[cd]` folds less, as in Core Data, where `œ` and `oe` differ.
public enum SearchFolding {
    /// Increases whenever the folding changes. Store it with folded texts, and fold those of
    /// another version again.
    public static let version = 1

    /// The folded text as UTF-8 without control characters.
    ///
    /// Apostrophes are removed, because people type `OBrien` for `O’Brien`; a text with any ends
    /// with one.
    public static func folded(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8(folded)
    }

    /// The pattern that the folded texts with a word contain; empty if the word is invisible, so
    /// that every text has it.
    public static func pattern(of word: String) -> [UInt8] {
        var word = word
        let letters = word.withUTF8(Self.letters)
        let pattern = letters.filter { $0 != PlainSpelling.apostrophe }
        if !pattern.isEmpty { return pattern }
        if !letters.isEmpty { return [PlainSpelling.apostrophe] }
        // A combining mark alone is in no folded text.
        return word.unicodeScalars.contains(where: PlainSpelling.isVisible) ? Array(word.utf8) : []
    }

    /// ``pattern(of:)`` as a text.
    public static func patternText(of word: String) -> String {
        String(decoding: pattern(of: word), as: UTF8.self)
    }

    static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var folded = letters(text)
        let count = folded.count
        folded.removeAll { $0 == PlainSpelling.apostrophe }
        if folded.count < count { folded.append(PlainSpelling.apostrophe) }
        return folded
    }

    private static func letters(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        PlainSpelling.with(text) {
            TextFolding.folded($0, [.caseInsensitive, .diacriticInsensitive])
        }
    }
}
