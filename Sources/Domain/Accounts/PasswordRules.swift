import Foundation

/// Which passwords are taken, by NIST SP 800-63B-4, 3.1.1.2: length counts, and nothing is asked of the
/// kinds of characters.
public enum PasswordRules {
    /// The least number of characters of a password that is all that is asked for.
    public static let shortest = 15
    /// The greatest number of characters: nobody types more, and whoever sends more wants to keep the
    /// server busy.
    public static let longest = 256

    /// The least number of different characters.
    private static let leastVariety = 5

    /// The least number of characters beside what everybody would try.
    private static let leastRest = 8

    /// The same characters, however a keyboard has put them together.
    static func normalized(_ password: String) -> String {
        password.precomposedStringWithCompatibilityMapping
    }

    /// Checks a password before it becomes somebody's.
    ///
    /// - Throws: ``AccountError`` that says what is wrong with it.
    public static func check(_ password: String, of name: String) throws(AccountError) {
        let password = normalized(password)
        let count = password.unicodeScalars.count
        guard count >= shortest else {
            throw AccountError(
                .password,
                "it has \(count) characters; use \(shortest) or more, such as four or five words")
        }
        guard count <= longest else {
            throw AccountError(.password, "it has \(count) characters; \(longest) are the most")
        }
        let folded = password.lowercased()
        guard Set(folded).count >= leastVariety, !isRun(folded), !isRepetition(folded),
            !KeyboardRows.make(folded)
        else {
            throw AccountError(.password, "it is one of the first that are guessed: a pattern")
        }
        try checkWords(of: folded, name)
    }

    /// Checks that enough is left beside the words and phrases that everybody would try.
    private static func checkWords(of folded: String, _ name: String) throws(AccountError) {
        let letters = folded.filter { $0.isLetter || $0.isNumber }
        let isKnown = knownPhrases.contains {
            letters.contains($0) && letters.count - $0.count < leastRest
        }
        guard !isKnown, !CommonPasswords.make(folded) else {
            throw AccountError(
                .password, "it is too easy to guess")
        }
        var rest = folded
        for word in [AccountName.folded(name), "homeowner", "password", "passwort"] {
            guard word.count > 2 else { continue }
            rest = rest.replacingOccurrences(of: word, with: "")
        }
        guard rest.unicodeScalars.count >= leastRest else {
            throw AccountError(
                .password, "it is too close to the name or to a common password")
        }
    }

    /// Whether each character follows the one before it, as in `abcdefgh` and `87654321`.
    private static func isRun(_ text: String) -> Bool {
        let values = text.unicodeScalars.map { Int($0.value) }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        let ordered = steps.count { abs($0) <= 1 }
        return ordered * 5 >= steps.count * 4
    }

    /// Long phrases that lists of guesses begin with, without what is between their words.
    private static let knownPhrases: [String] = [
        "correcthorsebatterystaple", "administrator1234", "allyourbasearebelong",
        "ihavenopassword", "iloveyouforever", "iloveyousomuch", "letmeinplease",
        "loremipsumdolor", "maytheforcebewithyou", "neverguessthis", "onceuponatime",
        "opensesame", "thequickbrownfox", "thisisapassword", "thisismypassword",
        "thisisnotapassword", "tobeornottobe", "whatisthepassword", "youshallnotpass",
    ]

    /// Whether a piece is written again and again.
    private static func isRepetition(_ text: String) -> Bool {
        let characters = Array(text)
        return (1...max(1, characters.count / 2)).contains { length in
            characters.indices.dropFirst(length).allSatisfy {
                characters[$0] == characters[$0 - length]
            }
        }
    }
}
