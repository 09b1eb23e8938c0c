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
