import CCommonMark

/// A node of a document, which has to outlive it.
struct MarkdownNode {
    let pointer: OpaquePointer

    var kind: cmark_node_type { cmark_node_get_type(pointer) }
    var line: Int { Int(cmark_node_get_start_line(pointer)) }
    var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

    /// The target of a link or picture.
    var address: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }
    /// The text of a leaf node.
    var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }

    var children: [MarkdownNode] {
        var children: [MarkdownNode] = []
        var next = cmark_node_first_child(pointer)
        while let pointer = next {
            children.append(MarkdownNode(pointer: pointer))
            next = cmark_node_next(pointer)
        }
        return children
    }

    /// All descendants, each before its own.
    var descendants: [MarkdownNode] { children.flatMap { [$0] + $0.descendants } }

    /// The text without markup.
    var plainText: String {
        switch kind {
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: " "
        case CMARK_NODE_TEXT, CMARK_NODE_CODE: literal
        default: children.map(\.plainText).joined()
        }
    }

    func setAddress(_ address: String) { cmark_node_set_url(pointer, address) }

    /// Wraps the content of the node in two pieces of HTML.
    func wrapContent(_ opening: String, _ closing: String) {
        guard let wrapper = cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
        cmark_node_set_on_enter(wrapper, opening)
        cmark_node_set_on_exit(wrapper, closing)
        for child in children { cmark_node_append_child(wrapper, child.pointer) }
        cmark_node_append_child(pointer, wrapper)
    }

    /// Replaces the node by HTML.
    func replace(by html: String, asBlock isBlock: Bool) {
        let kind = isBlock ? CMARK_NODE_CUSTOM_BLOCK : CMARK_NODE_CUSTOM_INLINE
        guard let replacement = cmark_node_new(kind) else { return }
        cmark_node_set_on_enter(replacement, html)
        cmark_node_replace(pointer, replacement)
        cmark_node_free(pointer)
    }

    func remove() {
        cmark_node_unlink(pointer)
        cmark_node_free(pointer)
    }
}
