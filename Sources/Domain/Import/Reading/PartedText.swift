import Foundation

/// Parts of a cell with marks between them. A part that has such a mark itself, a backslash or another line
/// writes a backslash before it.
enum PartedText {
    /// The parts between marks that have no backslash before them, as they are written.
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

    /// What a part says, without spaces around it; nil for nothing.
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
        let plain = ImportNotes.plain(text).trimmingCharacters(in: .whitespacesAndNewlines)
        return plain.isEmpty ? nil : plain
    }

    /// A text as a part.
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
