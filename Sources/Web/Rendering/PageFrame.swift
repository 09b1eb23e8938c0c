/// A page that was rendered once, with holes for what differs from one view to the next.
///
/// Mustache looks every name up anew; a page of a list has three hundred of them, and all but a few
/// say the same on every page.
struct PageFrame: Sendable {
    /// What fills a hole.
    enum Hole: Int, CaseIterable, Sendable {
        /// The rows of the list.
        case rows
        /// The links to other pages.
        case paging
        /// The number of rows before the page.
        case offset
        /// The address of the page for programs.
        case jsonPath
        /// The title of the page.
        case title
        /// The address of what becomes of the page.
        case eventsPath
    }

    /// Nobody outside can know it, so no text of a person's is taken for a hole.
    private static let mark = "hole-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))-"

    /// The text before the first hole.
    private let start: String
    private let parts: [(hole: Hole, text: String)]

    /// Takes the text of a page in which ``mark(_:)`` stands for what is to be filled in.
    init(_ html: String) {
        var pieces = html.split(separator: Self.mark, omittingEmptySubsequences: false)
        start = String(pieces.removeFirst())
        parts = pieces.compactMap { piece in
            piece.first?.wholeNumberValue.flatMap(Hole.init)
                .map { ($0, String(piece.dropFirst())) }
        }
    }

    /// The text that stands for a hole.
    static func mark(_ hole: Hole) -> String { mark + String(hole.rawValue) }

    /// The page with its holes filled.
    ///
    /// - Parameter filling: the HTML for each hole.
    func html(_ filling: (Hole) -> String) -> String {
        let texts = Hole.allCases.map(filling)
        let length = parts.reduce(start.utf8.count) {
            $0 + $1.text.utf8.count + texts[$1.hole.rawValue].utf8.count
        }
        var html = ""
        html.reserveCapacity(length)
        html += start
        for part in parts {
            html += texts[part.hole.rawValue]
            html += part.text
        }
        return html
    }
}
