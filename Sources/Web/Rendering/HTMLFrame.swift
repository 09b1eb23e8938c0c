/// Rendered HTML with holes for the values that differ.
///
/// Mustache looks up each name every time, although most of its output stays the same.
struct HTMLFrame: Sendable {
    /// The beginning of marks; random, so that texts of people cannot be taken for one.
    private static let mark = "hole-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))-"

    /// The text before the first hole.
    private let start: String
    private let parts: [(hole: Int, text: String)]

    /// Splits HTML in which ``mark(_:)`` stands for each hole.
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

    /// The text that stands for a hole, without characters that HTML escapes.
    static func mark(_ hole: Int) -> String { "\(mark)\(hole)-" }

    /// Appends the HTML with filled holes.
    ///
    /// - Parameter texts: the HTML for each hole.
    func write(_ texts: [String], to html: inout String) {
        html += start
        for part in parts {
            html += texts[part.hole]
            html += part.text
        }
    }

    /// The HTML with filled holes.
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
