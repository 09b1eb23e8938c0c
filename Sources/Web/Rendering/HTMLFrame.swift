/// A text of HTML that was rendered once, with holes for what differs from one time to the next.
///
/// Mustache looks every name up anew; most of what it writes is the same every time.
struct HTMLFrame: Sendable {
    /// Nobody outside can know it, so no text of a person's is taken for a hole.
    private static let mark = "hole-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))-"

    /// The text before the first hole.
    private let start: String
    private let parts: [(hole: Int, text: String)]

    /// Takes a text in which ``mark(_:)`` stands for what is to be filled in.
    init(_ html: String) {
        var pieces = html.split(separator: Self.mark, omittingEmptySubsequences: false)
        start = String(pieces.removeFirst())
        parts = pieces.compactMap { piece in
            guard let end = piece.firstIndex(of: "-"), let hole = Int(piece[..<end]) else {
                return nil
            }
            return (hole, String(piece[piece.index(after: end)...]))
        }
    }

    /// The text that stands for a hole; HTML means nothing by any of its characters.
    static func mark(_ hole: Int) -> String { "\(mark)\(hole)-" }

    /// Writes the text with its holes filled.
    ///
    /// - Parameter texts: the HTML for each hole.
    func write(_ texts: [String], to html: inout String) {
        html += start
        for part in parts {
            html += texts[part.hole]
            html += part.text
        }
    }

    /// The text with its holes filled.
    ///
    /// - Parameter texts: the HTML for each hole.
    func html(_ texts: [String]) -> String {
        var html = ""
        html.reserveCapacity(
            parts.reduce(start.utf8.count) {
                $0 + $1.text.utf8.count + texts[$1.hole].utf8.count
            })
        write(texts, to: &html)
        return html
    }
}
