import Synchronization

/// Rendered HTML with holes for the values that differ.
///
/// Mustache looks up each name every time, although most of its output stays the same.
struct HTMLFrame: Sendable {
    /// The beginning of marks; random, so that texts of people cannot be taken for one.
    private static let mark = "hole-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))-"

    /// The text before the first hole.
    private let start: String
    private let parts: [(hole: Int, text: String)]

    /// Splits HTML that contains ``mark(_:)`` for each hole.
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

    /// The placeholder of a hole, without characters that HTML escapes.
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

/// Renders similar fragments quickly, by one template result for each shape.
final class FragmentFrames: Sendable {
    /// The maximum number of cached shapes; there are some dozens.
    private static let limit = 2_000

    /// The frames by shape, which consists of the texts that are empty.
    private let frames = Mutex<[AnyHashable: HTMLFrame]>([:])

    /// The HTML of fragments, one after the other.
    ///
    /// - Parameters:
    ///   - options: renders the options of a fragment.
    ///   - render: renders a single fragment with its template.
    func html<Fragment: FramedFragment>(
        _ fragments: [Fragment], options: ([SelectOption]) throws -> String,
        render: (Fragment) throws -> String
    ) throws -> String {
        var known: [Fragment: HTMLFrame] = [:]
        var html = ""
        for fragment in fragments {
            var (shape, texts) = (fragment, [String]())
            shape.visitTexts { text in
                texts.append(HTMLText.escaped(text))
                if !text.isEmpty { text = "-" }
            }
            if let path = Fragment.options, !shape[keyPath: path].isEmpty {
                texts.append(try options(shape[keyPath: path]))
                shape[keyPath: path] = [SelectOption(hole: "-")]
            }
            if let frame = known[shape] {
                frame.write(texts, to: &html)
            } else {
                let frame = try frame(of: shape, render)
                known[shape] = frame
                frame.write(texts, to: &html)
            }
        }
        if html.last == "\n" { html.removeLast() }
        return html
    }

    private func frame<Fragment: FramedFragment>(
        of shape: Fragment, _ render: (Fragment) throws -> String
    ) throws -> HTMLFrame {
        if let frame = frames.withLock({ $0[shape] }) { return frame }
        var (marked, hole) = (shape, 0)
        marked.visitTexts { text in
            if !text.isEmpty { text = HTMLFrame.mark(hole) }
            hole += 1
        }
        if let path = Fragment.options, !marked[keyPath: path].isEmpty {
            marked[keyPath: path] = [SelectOption(hole: HTMLFrame.mark(hole))]
        }
        let frame = HTMLFrame(try render(marked))
        frames.withLock { frames in
            if frames.count >= Self.limit { frames = [:] }
            frames[shape] = frame
        }
        return frame
    }
}

/// Text in HTML elements and attributes.
enum HTMLText {
    /// The text with the five special characters of HTML escaped, as templates do.
    static func escaped(_ text: String) -> String {
        let bytes = text.utf8
        let hasSpecial =
            bytes.withContiguousStorageIfAvailable { $0.contains(where: isSpecial) }
            ?? bytes.contains(where: isSpecial)
        guard hasSpecial else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
