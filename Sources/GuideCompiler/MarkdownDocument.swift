import CCommonMark
import Foundation

/// A Markdown text as a tree, parsed and owned by cmark.
final class MarkdownDocument {
    let root: MarkdownNode

    /// - Throws: ``GuideFault`` if there is not enough memory.
    init(_ text: String) throws(GuideFault) {
        guard let root = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else {
            throw GuideFault(description: "The text cannot be read as Markdown.")
        }
        self.root = MarkdownNode(pointer: root)
    }

    deinit { cmark_node_free(root.pointer) }

    /// The HTML of the document, without HTML in the text.
    var html: String {
        guard let text = cmark_render_html(root.pointer, CMARK_OPT_DEFAULT) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }
}
