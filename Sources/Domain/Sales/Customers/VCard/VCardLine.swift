import Foundation

/// A line of an address card: `item1.TEL;TYPE=work:+49 171 1234567`.
struct VCardLine {
    /// The name in capitals, without a group before it: `TEL`.
    let name: String
    /// The values of parameters, by names in capitals.
    private let parameters: [String: [String]]
    /// The value as it stands there.
    let value: String

    /// Nil for a line without a colon.
    init?(_ line: Substring) {
        var parts: [Substring] = []
        var start = line.startIndex
        var isQuoted = false
        var colon: Substring.Index?
        for index in line.indices {
            switch line[index] {
            case "\"": isQuoted.toggle()
            case ";" where !isQuoted:
                parts.append(line[start..<index])
                start = line.index(after: index)
            case ":" where !isQuoted: colon = index
            default: break
            }
            if colon != nil { break }
        }
        guard let colon else { return nil }
        parts.append(line[start..<colon])
        guard let head = parts.first, let own = head.split(separator: ".").last else { return nil }
        name = own.uppercased()
        var parameters: [String: [String]] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            // Version 2.1 and many programs leave out the name of a type, or of an encoding.
            let key = pair.count == 2 ? pair[0].uppercased() : Self.key(ofBare: part)
            parameters[key, default: []] += Self.values(pair.last ?? part)
        }
        self.parameters = parameters
        value = Self.decoded(String(line[line.index(after: colon)...]), parameters)
    }

    /// What a number or an address is, without what says nothing to people; nil for nothing.
    var label: String? {
        let silent: Set = ["voice", "pref", "internet", "text", "dom", "intl", "postal", "parcel"]
        let types = (parameters["TYPE"] ?? []).map { $0.lowercased() == "cell" ? "mobile" : $0 }
            .filter { !silent.contains($0.lowercased()) }
        let known: Set = ["home", "work", "mobile", "fax", "other"]
        let label = types.map { known.contains($0.lowercased()) ? $0.lowercased() : $0 }
            .joined(separator: " ")
        return label.isEmpty ? nil : String(label.prefix(40))
    }

    /// The value of a parameter.
    subscript(parameter: String) -> String? { parameters[parameter]?.first }

    /// The text that stands there.
    var text: String { Self.unescaped(value).trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The parts of the value between a separator.
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
        return parts.map {
            Self.unescaped($0).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Whether the value goes on in the next line: it is quoted-printable, and ends so.
    static func goesOn(_ line: String) -> Bool {
        guard line.hasSuffix("="), let colon = line.firstIndex(of: ":") else { return false }
        return line[..<colon].uppercased().contains("QUOTED-PRINTABLE")
    }

    // MARK: - Beneath

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
        return plain
    }

    /// A quoted-printable value as text; any other stays.
    private static func decoded(_ value: String, _ parameters: [String: [String]]) -> String {
        guard parameters["ENCODING"]?.first?.uppercased() == "QUOTED-PRINTABLE" else {
            return value
        }
        var bytes: [UInt8] = []
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == 0x3D, digits.count == 2,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        let isLatin = parameters["CHARSET"]?.first?.uppercased().hasPrefix("ISO-8859-1") == true
        if isLatin { return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) })) }
        // A semicolon that was written in this way is part of the text in no program.
        return String(decoding: bytes, as: UTF8.self)
    }
}
