import Foundation

extension PredicateLexer {
    /// A number: `12`, `1.5`, `2e9`, `0xff`, `0o17`, `0b11`.
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

    /// A text between quotes; escapes begin with `\`.
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

    /// `\uXXXX`; two of them for what is beyond 16 bits.
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
