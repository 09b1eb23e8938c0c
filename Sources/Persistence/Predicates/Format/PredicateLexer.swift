import Foundation

/// Takes a predicate's format string apart.
struct PredicateLexer {
    /// The greatest length of a text, in Unicode scalars.
    static let greatestLength = 20_000

    let format: String
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ format: String) throws(PredicateSyntaxError) {
        self.format = format
        scalars = Array(format.unicodeScalars.prefix(Self.greatestLength + 1))
        if scalars.count > Self.greatestLength {
            throw PredicateSyntaxError(
                format: format, offset: 0, length: 0,
                message: "A predicate may have \(Self.greatestLength) characters at most.")
        }
    }

    /// All tokens, the last being `end`.
    mutating func tokens() throws(PredicateSyntaxError) -> [PredicateToken] {
        var tokens: [PredicateToken] = []
        while true {
            while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
            let start = position
            let kind = try nextKind(after: tokens.last)
            tokens.append(PredicateToken(kind: kind, range: start..<position))
            if kind == .end { return tokens }
        }
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    /// An error at a range of scalars.
    func error(
        _ range: Range<Int>, expected: String? = nil, found: String? = nil, message: String? = nil
    ) -> PredicateSyntaxError {
        func characters(_ range: Range<Int>) -> Int { text(range).count }
        return PredicateSyntaxError(
            format: format, offset: characters(0..<range.lowerBound), length: characters(range),
            expected: expected, found: found ?? "“\(text(range))”", message: message)
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    private mutating func nextKind(
        after previous: PredicateToken?
    ) throws(PredicateSyntaxError) -> PredicateToken.Kind {
        guard let scalar = peek() else { return .end }
        switch scalar {
        case "\"", "'":
            return .string(try string(quote: scalar))
        case "0"..."9":
            return .number(try number())
        case "." where isDigit(peek(1)) && !endsOperand(previous):
            return .number(try number())
        case "$":
            position += 1
            return .variable(try word(expected: "the name of a variable"))
        case "#":
            position += 1
            return .escapedWord(try word(expected: "a key"))
        case "@":
            position += 1
            return .collectionOperator("@" + (try word(expected: "a collection operator")))
        case "%":
            return .argument(try argument())
        default:
            if isWordStart(scalar) { return wordOrFunction() }
            return .sign(try sign())
        }
    }

    private func endsOperand(_ token: PredicateToken?) -> Bool {
        switch token?.kind {
        case .word, .escapedWord, .collectionOperator, .variable, .argument: true
        case .sign(let sign): sign == ")" || sign == "]"
        default: false
        }
    }

    private mutating func sign() throws(PredicateSyntaxError) -> String {
        for length in [2, 1] where position + length <= scalars.count {
            let candidate = text(position..<position + length)
            if Self.signs.contains(candidate) {
                position += length
                return candidate
            }
        }
        throw error(
            position..<position + 1, expected: "a key, a value or an operator")
    }

    private static let signs: Set<String> = [
        "==", "=>", "=<", "<=", ">=", "!=", "<>", "&&", "||", "**", "<<", ">>", "=", "<", ">", "!",
        "+", "-", "*", "/", "&", "|", "^", "~", "(", ")", "{", "}", "[", "]", ",", ".",
    ]

    // MARK: Words

    private func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }

    private func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        isWordStart(scalar) || ("0"..."9").contains(scalar) || scalar.properties.isXIDContinue
    }

    private mutating func word(expected: String) throws(PredicateSyntaxError) -> String {
        guard let scalar = peek(), isWordStart(scalar) else {
            throw missing(expected)
        }
        return plainWord()
    }

    private func missing(_ expected: String) -> PredicateSyntaxError {
        position < scalars.count
            ? error(position..<position + 1, expected: expected)
            : error(position..<position, expected: expected, found: "the end")
    }

    private mutating func plainWord() -> String {
        let start = position
        while let scalar = peek(), isWordPart(scalar) { position += 1 }
        return text(start..<position)
    }

    /// A word, or a function's name with colons if `(` follows.
    private mutating func wordOrFunction() -> PredicateToken.Kind {
        let start = position
        let word = plainWord()
        let afterWord = position
        while peek() == ":" {
            position += 1
            if let scalar = peek(), isWordStart(scalar) { _ = plainWord() }
        }
        if position > afterWord, peek() == "(" { return .function(text(start..<position)) }
        position = afterWord
        return .word(word)
    }

    /// `%@`, `%K`, or what C's printf takes for a number.
    private mutating func argument() throws(PredicateSyntaxError) -> String {
        let start = position
        position += 1
        while let scalar = peek(), scalar == "l" || scalar == "h" || scalar == "q" { position += 1 }
        guard let scalar = peek(), "@KdDiuUxXofFeEgGs".unicodeScalars.contains(scalar) else {
            throw error(
                start..<min(position + 1, scalars.count),
                expected: "an argument such as %@, %K, %d or %f")
        }
        position += 1
        return text(start + 1..<position)
    }

    private func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { ("0"..."9").contains($0) } ?? false
    }
}
