/// Texts as XML stores spell them.
///
/// What XML cannot hold stands as `\u` and four hexadecimal digits; a backslash that would be taken
/// for the beginning of such a one stands as `\u005c`.
enum XMLStoreText {
    /// Text for an element.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: needsCare) else { return text }
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\\" where scalars[(index + 1)...].first == "u": result += "\\u005c"
            case _ where !scalar.isAllowedInXML:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text that was escaped. Only what has to be escaped is: others’ files may have a backslash
    /// that means itself.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", let other = hidden(rest) {
                rest = rest.dropFirst(5)
                result.unicodeScalars.append(other)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func hidden(_ text: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let digits = text.dropFirst().prefix(4)
        guard text.first == "u", digits.count == 4,
            digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
            let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number)
        else { return nil }
        return scalar == "\\" || !scalar.isAllowedInXML ? scalar : nil
    }

    /// Controls, marks of XML, the backslash, and what U+FFFE and U+FFFF begin with.
    private static func needsCare(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0xEF || "<>&\"\\".utf8.contains(byte)
    }
}
