/// The part of an XML document before the first element.
///
/// XMLParser on Linux expands entities without reporting the document type that declares them, so
/// document types are found before parsing.
struct XMLProlog {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Refuses document types and encodings that could hide one.
    func check(file: String) throws(ModelError) {
        var rest = text.unicodeScalars[...]
        while skipSpace(of: &rest), let end = endOfMarkup(at: rest) {
            let markup = String(String.UnicodeScalarView(rest[..<end]))
            if markup.hasPrefix("<?xml"), let encoding = encoding(in: markup),
                !["utf-8", "utf8", "us-ascii"].contains(encoding.lowercased())
            {
                throw ModelError(
                    file: file, line: line(of: rest),
                    "the file declares the encoding \(encoding); model files are in UTF-8")
            }
            rest = rest[end...]
        }
        if starts(rest, with: "<!") {
            throw ModelError(
                file: file, line: line(of: rest),
                "the file declares a document type, which a model file never has")
        }
    }

    /// Skips white space and the byte order mark. Returns false at the end of the text.
    private func skipSpace(of rest: inout Substring.UnicodeScalarView) -> Bool {
        rest = rest.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
        return !rest.isEmpty
    }

    /// The end of the comment or processing instruction at the start of the rest; nil for anything
    /// else.
    private func endOfMarkup(at rest: Substring.UnicodeScalarView) -> String.Index? {
        if starts(rest, with: "<!--") { return end(of: "-->", in: rest.dropFirst(4)) }
        if starts(rest, with: "<?") { return end(of: "?>", in: rest.dropFirst(2)) }
        return nil
    }

    private func starts(_ rest: Substring.UnicodeScalarView, with mark: String) -> Bool {
        rest.starts(with: mark.unicodeScalars)
    }

    private func end(of mark: String, in rest: Substring.UnicodeScalarView) -> String.Index? {
        var rest = rest
        while !rest.isEmpty {
            if starts(rest, with: mark) {
                return rest.index(rest.startIndex, offsetBy: mark.unicodeScalars.count)
            }
            rest.removeFirst()
        }
        return nil
    }

    private func encoding(in declaration: String) -> String? {
        let parts = declaration.split { " =\"'\t\r\n".contains($0) }
        guard let index = parts.firstIndex(of: "encoding"), index + 1 < parts.count else {
            return nil
        }
        return String(parts[index + 1])
    }

    private func line(of rest: Substring.UnicodeScalarView) -> Int {
        1 + text.unicodeScalars[..<rest.startIndex].count { $0 == "\n" }
    }
}
