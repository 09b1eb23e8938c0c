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

/// The most common words in lists of breached passwords. Most are shorter than the minimum length
/// here, so guesses combine one or two of them with digits and signs.
enum CommonPasswords {
    private static let words: Set<Substring> = Set(
        """
        abc access admin administrator alexander andrea andrew angel anthony arsenal ashley austin
        babygirl banana barcelona baseball basketball batman blink buster butterfly changeme
        charlie cheese chelsea chocolate chris computer cookie corvette daniel default diamond
        dragon eminem family flower football forever freedom friends fuckyou gandalf george ginger
        guest hallo hannah harley heather hello hockey homeowner hunter iloveyou internet jasmine
        jennifer jessica jesus jordan joshua justin killer letmein liverpool login london love
        lovely loveme maggie master matrix matthew mercedes michael michelle monkey mustang
        mypassword naruto nicole ninja pass passw password passwort patrick pepper please pokemon
        princess purple qazwsx qwert qwerty qwertz ranger robert samantha samsung schalke secret
        service shadow slipknot soccer sommer spider spiderman starwars steelers summer sunshine
        superman superstar system taylor test tester thomas thunder tigger trustno user welcome
        whatever william winter yankees zxcvbnm
        """.split(whereSeparator: \.isWhitespace))

    /// Whether the letters of a text in lower case are one or two of the words.
    static func make(_ text: String) -> Bool {
        let letters = text.filter(\.isLetter)
        guard !words.contains(letters[...]) else { return true }
        return letters.indices.contains { place in
            words.contains(letters[..<place]) && words.contains(letters[place...])
        }
    }
}

/// Sequences of adjacent keys on a keyboard.
enum KeyboardRows {
    private static let rows = [
        "1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "qsdfghjklm",
        "zxcvbnm", "yxcvbnm", "wxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
        "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p", "qawsedrftgyhujikolp",
        "q1w2e3r4t5y6u7i8o9p0",
    ]
    /// The minimum number of adjacent keys that count as a sequence.
    private static let least = 4

    private static let pieces: Set<String> = {
        let ways = rows + rows.map { String($0.reversed()) }
        return Set(ways.flatMap { pieces(of: Array($0)) })
    }()

    private static func pieces(of characters: [Character]) -> [String] {
        guard characters.count >= least else { return [] }
        return (0...(characters.count - least)).map { String(characters[$0..<($0 + least)]) }
    }

    /// Whether four fifths of a text in lower case are such sequences.
    static func make(_ text: String) -> Bool {
        let characters = Array(text)
        var isOnRow = Array(repeating: false, count: characters.count)
        for (start, piece) in pieces(of: characters).enumerated() where Self.pieces.contains(piece)
        {
            for index in start..<(start + least) { isOnRow[index] = true }
        }
        return isOnRow.count(where: \.self) * 5 >= characters.count * 4
    }
}

/// A random pronounceable password, as a suggestion.
public enum Passphrase {
    private static let consonants = Array("bdfghjklmnprstvz")
    private static let vowels = Array("aeiou")

    /// Makes four words of three syllables: 75 bits.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String((0..<3).flatMap { _ in syllable(&generator) })
        }.joined(separator: " ")
    }

    private static func syllable(_ generator: inout SystemRandomNumberGenerator) -> [Character] {
        [consonants, vowels].compactMap { $0.randomElement(using: &generator) }
    }
}
