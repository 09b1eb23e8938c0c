import Foundation

/// Texts in one cell, separated by marks. A mark, a backslash or a line break inside a text is
/// escaped by a backslash.
enum DelimitedText {
    /// The escaped parts between unescaped marks.
    static func parts(of text: some StringProtocol, at marks: String) -> [Substring] {
        var parts: [Substring] = []
        let text = Substring(text)
        var start = text.startIndex
        var isEscaped = false
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if marks.contains(text[index]) {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    /// The text of a part, without surrounding spaces; nil for an empty one.
    static func text(_ part: some StringProtocol) -> String? {
        var text = ""
        var isEscaped = false
        for character in part {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                text.append(isEscaped && character == "n" ? "\n" : character)
                isEscaped = false
            }
        }
        let plain = ImportRow.lines(text).trimmingCharacters(in: .whitespacesAndNewlines)
        return plain.isEmpty ? nil : plain
    }

    static func part(_ text: String, marks: String) -> String {
        var part = ""
        for character in text {
            if character.isNewline {
                part += "\\n"
            } else {
                part +=
                    character == "\\" || marks.contains(character)
                    ? "\\\(character)" : "\(character)"
            }
        }
        return part
    }
}

extension ContactNumber {
    private static let marks = ":;,"

    /// Numbers in the format of a cell: `work: 555 0199; 555 0123`.
    public static func cell(_ numbers: [ContactNumber]) -> String {
        numbers.map { number in
            let label = number.label.map { DelimitedText.part($0, marks: marks) + ": " } ?? ""
            return label + number.number
        }.joined(separator: "; ")
    }

    /// The numbers in a cell, which may also be separated by commas.
    static func numbers(inCell cell: String) -> [ContactNumber] {
        DelimitedText.parts(of: cell, at: ";,").compactMap { part in
            let parts = DelimitedText.parts(of: part, at: ":")
            var label = parts.count > 1 ? DelimitedText.text(parts[0]) : nil
            // The label `tel` is the scheme of an address.
            if label?.lowercased() == "tel" { label = nil }
            let number = parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ":")
            return DelimitedText.text(number).map { ContactNumber($0, label: label) }
        }
    }
}

extension PostalAddress {
    private static let marks = "|;"

    /// The parts in the order of a cell.
    static let parts = fields.map(\.path)

    /// Addresses in the format of a cell: `home | 2 Low Street | 62565 | Shelbyville | | US; …`. A
    /// line break in a street is `\n`.
    public static func cell(_ addresses: [PostalAddress]) -> String {
        addresses.map { address in
            parts.map { DelimitedText.part(address[keyPath: $0] ?? "", marks: marks) }.joined(
                separator: " | "
            ).trimmingCharacters(in: .whitespaces)
        }.joined(separator: "; ")
    }

    /// The addresses in a cell; nil if one has more or fewer parts than an address.
    static func addresses(inCell cell: String) -> [PostalAddress]? {
        var addresses: [PostalAddress] = []
        for text in DelimitedText.parts(of: cell, at: ";") where !text.allSatisfy(\.isWhitespace) {
            let cells = DelimitedText.parts(of: text, at: "|")
            guard cells.count == parts.count else { return nil }
            var address = PostalAddress()
            for (part, cell) in zip(parts, cells) {
                address[keyPath: part] = DelimitedText.text(cell)
            }
            address.countryCode = address.countryCode.map(countryCode)
            addresses.append(address)
        }
        return addresses
    }

    /// The text that identifies it, regardless of its line breaks.
    var key: String { lines.joined(separator: " ").foldedForMatching }
}
