import CCommonMark

/// A file of the guide: its tree, and the parts that others can refer to.
struct GuideText {
    struct Heading {
        let id: String
        let text: String
        let node: MarkdownNode
    }

    /// The name of the file: `import.md`.
    let file: String
    let document: MarkdownDocument
    let title: String
    /// The first paragraph as plain text.
    let summary: String
    let headings: [Heading]

    /// Parses a file. Its first line is its title, which is taken out, since pages show it
    /// themselves.
    ///
    /// - Throws: ``GuideFault`` for a page without title or first paragraph, for fourth-level
    ///   headings and HTML.
    init(file: String, _ markdown: String) throws(GuideFault) {
        self.file = file
        document = try MarkdownDocument(markdown)
        let blocks = document.root.children
        guard let first = blocks.first, first.kind == CMARK_NODE_HEADING, first.headingLevel == 1
        else { throw GuideFault(file, line: 1, "A page begins with its title.") }
        guard blocks.count > 1, blocks[1].kind == CMARK_NODE_PARAGRAPH else {
            throw GuideFault(file, line: first.line, "A paragraph follows the title.")
        }
        title = first.plainText
        summary = blocks[1].plainText
        first.remove()

        var headings: [Heading] = []
        for node in document.root.descendants {
            switch node.kind {
            case CMARK_NODE_HEADING:
                guard (2...3).contains(node.headingLevel) else {
                    throw GuideFault(
                        file, line: node.line, "Headings are of the second or third order.")
                }
                let text = node.plainText
                headings.append(Heading(id: Self.anchor(text), text: text, node: node))
            case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
                throw GuideFault(file, line: node.line, "HTML is not taken.")
            default: continue
            }
        }
        self.headings = headings
    }

    /// The name of the page: `import`.
    var name: String { String(file.dropLast(GuideReader.suffix.count)) }

    /// The anchor of a heading: `on-the-command-line`.
    private static func anchor(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
