import Foundation

/// A line of a vCard: `item1.TEL;TYPE=work:+49 171 1234567`.
struct VCardLine {
    /// The name in capitals, without its group: `TEL`.
    let name: String
    /// The group of related lines, in capitals: `ITEM1`; nil for none.
    let group: String?
    /// The values of parameters, by names in capitals.
    private let parameters: [String: [String]]
    /// The raw value.
    let value: String
    /// The encoding that could not be decoded; nil if the value is text.
    let missedEncoding: String?

    /// Nil for a line without a colon.
    init?(_ bytes: [UInt8]) {
        guard let colon = Self.colon(in: bytes) else { return nil }
        var parts = Self.split(String(decoding: bytes[..<colon], as: UTF8.self))
        let names = parts.removeFirst().split(separator: ".")
        guard let own = names.last else { return nil }
        name = own.uppercased()
        group = names.count > 1 ? names.dropLast().joined(separator: ".").uppercased() : nil
        var parameters: [String: [String]] = [:]
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1)
            // Version 2.1 and many programs omit the name of a TYPE or ENCODING.
            let key = pair.count == 2 ? pair[0].uppercased() : Self.key(ofBare: part)
            parameters[key, default: []] += Self.values(pair.last ?? part)
        }
        self.parameters = parameters
        let isPrintable = parameters["ENCODING"]?.first?.uppercased() == "QUOTED-PRINTABLE"
        let raw = bytes[(colon + 1)...]
        let encoding = parameters["CHARSET"]?.first ?? "UTF-8"
        let text = Self.text(isPrintable ? Self.unquoted(raw) : Array(raw), in: encoding)
        missedEncoding = text == nil ? encoding : nil
        value = text ?? ""
    }

    /// The label of a number or an address, without technical types; nil for none.
    var label: String? {
        let silent: Set = ["voice", "pref", "internet", "text", "dom", "intl", "postal", "parcel"]
        let types = (parameters["TYPE"] ?? []).map { $0.lowercased() == "cell" ? "mobile" : $0 }
            .filter { !silent.contains($0.lowercased()) }
        let label = types.map { Self.knownLabels.contains($0.lowercased()) ? $0.lowercased() : $0 }
            .joined(separator: " ")
        return label.isEmpty ? nil : label
    }

    /// The common labels.
    static let knownLabels: Set = ["home", "work", "mobile", "fax", "other"]

    subscript(parameter: String) -> String? { parameters[parameter]?.first }

    /// The unescaped value.
    var text: String { Self.unescaped(value) }

    /// The parts of the value between separators.
    func parts(_ separator: Character) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in value {
            if !isEscaped, character == separator {
                parts.append("")
                continue
            }
            isEscaped = !isEscaped && character == "\\"
            parts[parts.count - 1].append(character)
        }
        return parts.map(Self.unescaped)
    }

    // MARK: - Reading

    /// The first colon outside quotes.
    private static func colon(in bytes: [UInt8]) -> Int? {
        var isQuoted = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ":"), !isQuoted { return index }
        }
        return nil
    }

    /// Splits the name and the parameters.
    private static func split(_ head: String) -> [Substring] {
        var parts: [Substring] = []
        var start = head.startIndex
        var isQuoted = false
        for index in head.indices {
            if head[index] == "\"" { isQuoted.toggle() }
            if head[index] == ";", !isQuoted {
                parts.append(head[start..<index])
                start = head.index(after: index)
            }
        }
        return parts + [head[start...]]
    }

    private static func key(ofBare part: Substring) -> String {
        ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"].contains(part.uppercased())
            ? "ENCODING" : "TYPE"
    }

    private static func values(_ text: Substring) -> [String] {
        text.split(separator: ",").map { value in
            value.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
                .replacingOccurrences(of: "^'", with: "\"")
                .replacingOccurrences(of: "^n", with: " ")
                .replacingOccurrences(of: "^^", with: "^")
        }.filter { !$0.isEmpty }
    }

    private static func unescaped(_ text: String) -> String {
        var plain = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                plain.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                plain.append(character)
            }
        }
        return plain.replacingOccurrences(of: "\r\n", with: "\n").withoutUnseen
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Decodes quoted-printable.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "="), digits.count == 2,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else if byte != UInt8(ascii: "=") || !rest.isEmpty {
                // A soft line break at the end adds nothing.
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Decodes bytes; nil if they are malformed, or if the encoding is unknown.
    private static func text(_ bytes: [UInt8], in encoding: String) -> String? {
        let known = encoding.uppercased() == "US-ASCII" ? .utf8 : CSVEncoding(named: encoding)
        guard let known else { return nil }
        if known == .utf8 { return String(validating: bytes, as: UTF8.self) }
        // Malformed bytes and unknown encodings are not text.
        guard let (text, length) = try? known.decode(bytes),
            length == bytes.count
        else { return nil }
        return String(validating: text, as: UTF8.self)
    }
}
