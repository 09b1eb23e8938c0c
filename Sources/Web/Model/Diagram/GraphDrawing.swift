import CGraphviz
import Foundation
import Synchronization

/// Draws graphs in the DOT language with Graphviz.
enum GraphDrawing {
    /// Why there is no drawing.
    enum Failure: Error {
        /// Graphviz is not installed.
        case missing
        /// Graphviz does not take the graph.
        case refused
    }

    // Graphviz keeps state of its own, so one graph at a time is drawn.
    private static let turn = Mutex(())

    /// The graph as an `svg` element, without comments, without the names of nodes as titles, and
    /// without the ids of its parts, which are the same in each drawing of a page.
    static func svg(of dot: String) throws(Failure) -> String {
        try turn.withLock { (_) throws(Failure) in
            var text: UnsafeMutablePointer<CChar>?
            var length = 0
            let outcome = cgraphviz_draw(dot, &text, &length)
            defer { cgraphviz_free(text) }
            guard outcome != CGRAPHVIZ_MISSING else { throw .missing }
            guard outcome == CGRAPHVIZ_DRAWN, let text else { throw .refused }
            let bytes = UnsafeRawBufferPointer(start: text, count: length)
            let document = String(decoding: bytes, as: UTF8.self)
            guard let start = document.range(of: "<svg") else { throw .refused }
            return String(document[start.lowerBound...])
                .replacing(/<!--.*?-->\n|<title>.*?<\/title>\n/.dotMatchesNewlines(), with: "")
                .replacing(/(<g|<a) id="[^"]*"/) { $0.output.1 }
        }
    }
}
