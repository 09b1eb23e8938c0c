import Foundation

/// The rules for passwords by NIST SP 800-63B-4, 3.1.1.2: a minimum length, without rules for kinds
/// of characters.
public enum PasswordRules {
    /// The minimum length of a password that is the only factor.
    public static let minimumLength = 15
    /// The maximum length: people do not type more, and longer ones would only keep the server
    /// busy.
    public static let maximumLength = 256

    /// The minimum number of different characters.
    private static let minimumVariety = 5

    /// The minimum number of characters besides common words and phrases.
    private static let minimumRest = 8

    /// The same characters, independent of how a keyboard composes them.
    static func normalized(_ password: String) -> String {
        password.precomposedStringWithCompatibilityMapping
    }

    /// Checks a new password.
    ///
    /// - Throws: ``AccountError`` with the fault.
    public static func check(_ password: String, of name: String) throws(AccountError) {
        let password = normalized(password)
        let count = password.unicodeScalars.count
        guard count >= minimumLength else {
            throw AccountError(
                .password,
                "it has \(count) characters; use \(minimumLength) or more, such as four or five words"
            )
        }
        guard count <= maximumLength else {
            throw AccountError(
                .password, "it has \(count) characters; at most \(maximumLength) are allowed")
        }
        let folded = password.lowercased()
        guard Set(folded).count >= minimumVariety, !isRun(folded), !isRepetition(folded),
            !KeyboardRows.make(folded)
        else {
            throw AccountError(.password, "it is a pattern, which is among the first guesses")
        }
        try checkWords(of: folded, name)
    }

    /// Checks that enough characters remain besides common words and phrases.
    private static func checkWords(of folded: String, _ name: String) throws(AccountError) {
        let letters = folded.filter { $0.isLetter || $0.isNumber }
        let isKnown = knownPhrases.contains {
            letters.contains($0) && letters.count - $0.count < minimumRest
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
        guard rest.unicodeScalars.count >= minimumRest else {
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

    /// Long phrases from the beginning of lists of guesses, without spaces.
    private static let knownPhrases: [String] = [
        "correcthorsebatterystaple", "administrator1234", "allyourbasearebelong",
        "ihavenopassword", "iloveyouforever", "iloveyousomuch", "letmeinplease",
        "loremipsumdolor", "maytheforcebewithyou", "neverguessthis", "onceuponatime",
        "opensesame", "thequickbrownfox", "thisisapassword", "thisismypassword",
        "thisisnotapassword", "tobeornottobe", "whatisthepassword", "youshallnotpass",
    ]

    /// Whether a piece is repeated throughout.
    private static func isRepetition(_ text: String) -> Bool {
        let characters = Array(text)
        return (1...max(1, characters.count / 2)).contains { length in
            characters.indices.dropFirst(length).allSatisfy {
                characters[$0] == characters[$0 - length]
            }
        }
    }
}
