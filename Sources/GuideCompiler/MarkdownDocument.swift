import CCommonMark
import Foundation

/// A text in Markdown as a tree, which cmark reads and keeps.
final class MarkdownDocument {
    let root: MarkdownNode

    /// - Throws: ``GuideFault`` if there is no memory.
    init(_ text: String) throws(GuideFault) {
        guard let root = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else {
            throw GuideFault(description: "The text cannot be read as Markdown.")
        }
        self.root = MarkdownNode(pointer: root)
    }

    deinit { cmark_node_free(root.pointer) }

    /// The whole as HTML. HTML of the text itself is left out.
    var html: String {
        guard let text = cmark_render_html(root.pointer, CMARK_OPT_DEFAULT) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }
}
