import CGraphviz
import Foundation
import Synchronization

/// Draws graphs in the DOT language with Graphviz.
enum GraphDrawing {
    /// The reason why there is no drawing.
    enum Failure: Error {
        /// Graphviz is not installed.
        case missing
        /// Graphviz refuses the graph.
        case refused
    }

    // Graphviz has global state, so one graph is drawn at a time.
    private static let turn = Mutex(())

    /// The graph as an `svg` element, without comments, titles and ids, since ids would repeat in
    /// the drawings of a page.
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
