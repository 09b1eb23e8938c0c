import Persistence

/// How texts are compared where they are searched: without case, accents and apostrophes, which keyboards
/// and programs write in several ways.
enum SearchText {
    private static let apostrophes: Set<Unicode.Scalar> = [
        "'", "\u{2019}", "\u{2018}", "\u{02BC}", "\u{2032}", "\u{00B4}", "\u{0060}",
    ]

    /// The bytes of a text that are looked for, or looked through.
    static func folded(_ text: String) -> [UInt8] {
        FetchComparison.Options([.caseInsensitive, .diacriticInsensitive])
            .folded(withoutApostrophes(text)).filter { $0 >= 0x20 }
    }

    /// The ways in which a word may stand in the store: with each of the usual apostrophes.
    static func spellings(of word: String) -> [String] {
        guard hasApostrophe(word) else { return [word] }
        let usual: [Unicode.Scalar] = ["'", "\u{2019}"]
        var spellings = usual.map { apostrophe in
            string(word.unicodeScalars.map { apostrophes.contains($0) ? apostrophe : $0 })
        }
        if !spellings.contains(word) { spellings.append(word) }
        return spellings
    }

    private static func withoutApostrophes(_ text: String) -> String {
        guard hasApostrophe(text) else { return text }
        return string(text.unicodeScalars.filter { !apostrophes.contains($0) })
    }

    private static func hasApostrophe(_ text: String) -> Bool {
        text.utf8.contains { $0 == 0x27 || $0 == 0x60 || $0 == 0xC2 || $0 == 0xCA || $0 == 0xE2 }
            && text.unicodeScalars.contains(where: apostrophes.contains)
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
