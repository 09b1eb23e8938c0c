import Foundation

/// Splits a predicate's format string into tokens.
struct PredicateLexer {
    /// The greatest length of a text, in Unicode scalars.
    static let maximumLength = 20_000

    let format: String
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ format: String) throws(PredicateSyntaxError) {
        self.format = format
        scalars = Array(format.unicodeScalars.prefix(Self.maximumLength + 1))
        if scalars.count > Self.maximumLength {
            throw PredicateSyntaxError(
                format: format, offset: 0, length: 0,
                message: "A predicate may have \(Self.maximumLength) characters at most.")
        }
    }

    /// All tokens; the last one is `end`.
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

    /// Reads a word, or a function's name with colons if `(` follows.
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

    /// Reads `%@`, `%K` or one of C's number formats.
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

struct PredicateToken {
    enum Kind: Equatable {
        /// A word that may be a keyword.
        case word(String)
        /// A word that `#` marks as no keyword.
        case escapedWord(String)
        /// `@count` and the like.
        case collectionOperator(String)
        /// A function's Core Data name: `sum:`, `add:to:`.
        case function(String)
        case number(AttributeValue)
        case string(String)
        /// `$NAME`.
        case variable(String)
        /// `%@`, `%K`, `%d` and so on, without the `%`.
        case argument(String)
        case sign(String)
        case end
    }

    var kind: Kind
    /// The position, in Unicode scalars.
    var range: Range<Int>

    /// The word in upper case, if it may be a keyword.
    var keyword: String? {
        if case .word(let word) = kind { word.uppercased() } else { nil }
    }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// The keywords; as keys they are written with `#`.
    static let reservedWords: Set<String> = [
        "AND", "OR", "NOT", "IN", "ANY", "ALL", "NONE", "SOME", "LIKE", "MATCHES", "CONTAINS",
        "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO",
        "FIRST", "LAST", "SIZE", "SUBQUERY", "FETCH", "CAST", "TERNARY", "FUNCTION", "UNION",
        "INTERSECT", "MINUS", "TRUEPREDICATE", "FALSEPREDICATE",
    ]
}

extension PredicateLexer {
    /// Reads a number: `12`, `1.5`, `2e9`, `0xff`, `0o17`, `0b11`.
    mutating func number() throws(PredicateSyntaxError) -> AttributeValue {
        if let value = try prefixedInteger() { return value }
        let start = position
        skipDigits()
        var isInteger = true
        if peek() == ".", isDigit(at: 1) {
            isInteger = false
            position += 1
            skipDigits()
        }
        if peek() == "e" || peek() == "E" {
            let signed = peek(1) == "+" || peek(1) == "-"
            if isDigit(at: signed ? 2 : 1) {
                isInteger = false
                position += signed ? 2 : 1
                skipDigits()
            }
        }
        let digits = text(start..<position)
        if isInteger, let integer = Int64(digits) { return .integer(integer) }
        if isInteger, digits.count <= 38, let decimal = Decimal(exact: digits) {
            return .decimal(decimal)
        }
        guard let number = Double(digits), number.isFinite else {
            throw error(start..<position, message: "\(digits) is too large a number.")
        }
        return .double(number)
    }

    private mutating func prefixedInteger() throws(PredicateSyntaxError) -> AttributeValue? {
        guard peek() == "0", let letter = peek(1),
            let radix = ["x": 16, "o": 8, "b": 2][Character(letter).lowercased()]
        else { return nil }
        let start = position
        position += 2
        while let scalar = peek(), Character(scalar).isHexDigit { position += 1 }
        guard let value = Int64(text(start + 2..<position), radix: radix) else {
            throw error(start..<position, expected: "a number")
        }
        return .integer(value)
    }

    private mutating func skipDigits() {
        while isDigit(at: 0) { position += 1 }
    }

    private func isDigit(at distance: Int) -> Bool {
        peek(distance).map { ("0"..."9").contains($0) } ?? false
    }

    /// Reads a quoted text with `\` escapes.
    mutating func string(quote: Unicode.Scalar) throws(PredicateSyntaxError) -> String {
        let start = position
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            position += 1
            if scalar == quote { return String(text) }
            text.append(scalar == "\\" ? try escape() : scalar)
        }
        throw error(
            start..<start + 1,
            message: "The text that begins here has no closing \(quote).")
    }

    private mutating func escape() throws(PredicateSyntaxError) -> Unicode.Scalar {
        guard let scalar = peek() else {
            throw error(position..<position, expected: "a character", found: "the end")
        }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "x": return try hexadecimal(digits: 2)
        case "u": return try utf16Escape()
        case "U": return try hexadecimal(digits: 8)
        default: return scalar
        }
    }

    /// Reads `\uXXXX`, or two of them for a surrogate pair.
    private mutating func utf16Escape() throws(PredicateSyntaxError) -> Unicode.Scalar {
        let start = position
        let high = try codeUnit(digits: 4)
        guard (0xD800...0xDBFF).contains(high), peek() == "\\", peek(1) == "u" else {
            return try scalar(high, from: start)
        }
        position += 2
        let low = try codeUnit(digits: 4)
        guard (0xDC00...0xDFFF).contains(low) else { return try scalar(high, from: start) }
        return try scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), from: start)
    }

    private mutating func hexadecimal(digits: Int) throws(PredicateSyntaxError) -> Unicode.Scalar {
        let start = position
        return try scalar(try codeUnit(digits: digits), from: start)
    }

    private func scalar(
        _ value: UInt32, from start: Int
    ) throws(PredicateSyntaxError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else {
            throw error(start..<position, expected: "the number of a character")
        }
        return scalar
    }

    private mutating func codeUnit(digits: Int) throws(PredicateSyntaxError) -> UInt32 {
        let end = min(position + digits, scalars.count)
        let range = position..<end
        guard range.count == digits, let value = UInt32(text(range), radix: 16) else {
            throw error(range, expected: "\(digits) hexadecimal digits")
        }
        position = end
        return value
    }
}
