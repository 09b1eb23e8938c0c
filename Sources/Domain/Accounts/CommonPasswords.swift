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
