/// What makes texts alike where people search: neither case and accents count, nor ligatures (`œ` is `oe`), full and
/// half width, typographic hyphens and quotes, apostrophes, and the vowel signs of Hebrew and Arabic.
///
/// Searches ask whether a folded text contains the pattern of each word. In a predicate, `searchable:` folds a text:
///
/// ```swift
/// let pattern = SearchFolding.patternText(of: "l’Œuvre")
/// let predicate = try FetchPredicate(format: "searchable:(title) CONTAINS %@", pattern)
/// ```
///
/// `[cd]` folds less, as Core Data's does: there `œ` and `oe` are two texts.
public enum SearchFolding {
    /// Goes up whenever a text folds otherwise than before. Whoever stores folded texts stores it with them, and makes
    /// those of another version again.
    public static let version = 1

    /// A text to be looked through, as UTF-8 without control characters.
    ///
    /// Its apostrophes are left out, since people type `OBrien` for `O’Brien`; a text that has one ends with one.
    public static func folded(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8(folded)
    }

    /// What the folded texts contain that have a word; empty if the word shows nothing, so that every text has it.
    public static func pattern(of word: String) -> [UInt8] {
        var word = word
        let letters = word.withUTF8(Self.letters)
        let pattern = letters.filter { $0 != PlainSpelling.apostrophe }
        if !pattern.isEmpty { return pattern }
        if !letters.isEmpty { return [PlainSpelling.apostrophe] }
        // A mark that belongs to a letter is in no folded text.
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
