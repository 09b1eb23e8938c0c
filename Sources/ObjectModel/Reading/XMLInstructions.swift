/// Finds the processing instructions of an XML document.
///
/// XMLParser on Linux crashes on one without content, so they are found before parsing. Model files
/// contain only the XML declaration.
struct XMLInstructions {
    private let bytes: Substring.UTF8View

    init(_ text: String) {
        bytes = text[...].utf8
    }

    /// Refuses processing instructions, except the XML declaration.
    func check(file: String) throws(ModelError) {
        var rest = bytes
        if rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
        if ["<?xml ", "<?xml\t", "<?xml\n", "<?xml\r"].contains(where: {
            rest.starts(with: $0.utf8)
        }) {
            rest = Self.rest(of: rest, behind: "?>")
        }
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                rest = Self.rest(of: rest.dropFirst(4), behind: "-->")
            } else if rest.starts(with: "<![CDATA[".utf8) {
                rest = Self.rest(of: rest, behind: "]]>")
            } else if rest.starts(with: "<?".utf8) {
                throw ModelError(
                    file: file, line: line(of: start),
                    "the file has a processing instruction, which a model file never has")
            } else {
                rest.removeFirst()
            }
        }
    }

    /// The rest after the next mark; empty if there is none.
    private static func rest(
        of bytes: Substring.UTF8View, behind mark: String
    ) -> Substring.UTF8View {
        let last = mark.utf8.last
        var rest = bytes
        while let index = rest.firstIndex(of: last ?? 0) {
            let end = rest.index(after: index)
            if bytes[..<end].suffix(mark.utf8.count).elementsEqual(mark.utf8) {
                return bytes[end...]
            }
            rest = rest[end...]
        }
        return bytes.suffix(0)
    }

    private func line(of place: String.Index) -> Int {
        1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
    }
}
