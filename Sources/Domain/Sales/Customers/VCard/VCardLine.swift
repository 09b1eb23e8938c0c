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
        DelimitedText.parts(of: value, at: String(separator)).map { Self.unescaped(String($0)) }
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

/// The unfolded lines of a vCard file.
///
/// They are joined as bytes, because a program may fold a line inside a character.
struct VCardLines: Sequence {
    struct Line {
        /// The number of its first line in the file, from 1.
        let number: Int
        fileprivate(set) var bytes: [UInt8]
    }

    private var lines: [Line] = []

    /// - Throws: ``VCardFault`` for malformed UTF-16.
    init(_ data: Data) throws(VCardFault) {
        var bytes = [UInt8](data)
        if let (encoding, length) = CSVEncoding.marked(bytes) {
            bytes.removeFirst(length)
            if encoding != .utf8 { bytes = try Self.decoded(bytes, from: encoding) }
        }
        var number = 1
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(where: Self.lineEnds.contains)
            add(bytes[start..<(end ?? bytes.endIndex)], number: number)
            guard let end else { break }
            start = end + (bytes[end...].starts(with: Self.windowsLineEnd) ? 2 : 1)
            number += 1
        }
    }

    private static func decoded(
        _ bytes: [UInt8], from encoding: CSVEncoding
    ) throws(VCardFault) -> [UInt8] {
        guard let (text, length) = try? encoding.decode(bytes),
            length == bytes.count
        else { throw .notText }
        return text
    }

    func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }

    private mutating func add(_ raw: ArraySlice<UInt8>, number: Int) {
        guard let last = lines.indices.last else {
            if !raw.isEmpty { lines.append(Line(number: number, bytes: Array(raw))) }
            return
        }
        if lines[last].hasSoftBreak, !Self.isEnd(raw) {
            lines[last].bytes.removeLast()
            lines[last].bytes += Self.withoutIndentation(raw)
        } else if let first = raw.first, Self.blanks.contains(first) {
            lines[last].bytes += raw.dropFirst()
        } else if !raw.isEmpty {
            lines.append(Line(number: number, bytes: Array(raw)))
        }
    }

    /// The continuation after a soft line break. Programs that also fold lines indent it; a single
    /// blank before a plain character belongs to the text.
    private static func withoutIndentation(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = raw.drop(while: blanks.contains)
        let blanks = raw.prefix(raw.count - text.count)
        return blanks == [UInt8(ascii: " ")] && text.first != UInt8(ascii: "=") ? raw : text
    }

    private static func isEnd(_ raw: ArraySlice<UInt8>) -> Bool {
        String(decoding: raw, as: UTF8.self).trimmingCharacters(in: .whitespaces).uppercased()
            == "END:VCARD"
    }

    private static let lineEnds: Set<UInt8> = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    private static let windowsLineEnd = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    private static let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
}

extension VCardLines.Line {
    /// Whether the value continues on the next line, as quoted-printable with a soft line break.
    fileprivate var hasSoftBreak: Bool {
        guard bytes.last == UInt8(ascii: "="), let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return String(decoding: bytes[..<colon], as: UTF8.self).uppercased()
            .contains("QUOTED-PRINTABLE")
    }
}
