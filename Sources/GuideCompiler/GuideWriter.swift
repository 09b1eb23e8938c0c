import CCommonMark
import Foundation

/// Makes pages from texts: resolves links, adds anchors to headings and copy buttons to commands.
struct GuideWriter {
    /// The address of the server in the guide. Links begin with it, since the base address is not
    /// known here; the server replaces it.
    static let server = "http://127.0.0.1:8080"
    private static let pictureFolder = "../Public/guide/"

    let texts: [String: GuideText]
    let pictures: String

    /// - Throws: ``GuideFault`` for broken links and pictures without a description.
    func page(_ text: GuideText) throws(GuideFault) -> GuidePage {
        let headings = text.headings.filter { $0.node.headingLevel == 2 }
            .map { (id: $0.id, text: $0.text) }
        for heading in text.headings {
            let opening = ##"<a id="\##(heading.id)" href="#\##(heading.id)">"##
            heading.node.wrapContent(opening, "</a>")
        }
        var codeCount = 0
        var pictures: [MarkdownNode] = []
        for node in text.document.root.descendants {
            switch node.kind {
            case CMARK_NODE_LINK:
                node.setAddress(try address(of: node, in: text))
            case CMARK_NODE_IMAGE:
                pictures.append(node)
            case CMARK_NODE_CODE_BLOCK:
                codeCount += 1
                node.replace(by: code(node, "\(text.name)-\(codeCount)"), asBlock: true)
            default: continue
            }
        }
        // Pictures go last, since their descriptions contain text.
        for node in pictures {
            node.replace(by: try picture(node, in: text), asBlock: false)
        }
        return GuidePage(
            name: text.name, title: text.title, summary: text.summary, headings: headings,
            html: text.document.html)
    }

    private func address(
        of link: MarkdownNode, in text: GuideText
    ) throws(GuideFault) -> String {
        let address = link.address
        if address.hasPrefix("https://") || address.hasPrefix(Self.server + "/") { return address }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? text.file : String(parts[0])
        guard let target = texts[file] else {
            throw GuideFault(text.file, line: link.line, "There is no page \(file).")
        }
        if parts.count > 1, !target.headings.contains(where: { $0.id == parts[1] }) {
            throw GuideFault(text.file, line: link.line, "\(file) has no heading #\(parts[1]).")
        }
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        if parts[0].isEmpty { return fragment }
        let page = file == "README.md" ? "" : "/" + target.name
        return Self.server + "/help" + page + fragment
    }

    private func picture(
        _ node: MarkdownNode, in text: GuideText
    ) throws(GuideFault) -> String {
        let (address, description) = (node.address, node.plainText)
        guard address.hasPrefix(Self.pictureFolder), !description.isEmpty else {
            throw GuideFault(
                text.file, line: node.line,
                "A picture is in \(Self.pictureFolder), and says what it shows.")
        }
        let name = String(address.dropFirst(Self.pictureFolder.count))
        // A missing picture is not a fault here: it is taken from the built program later.
        let size = PictureSize(contentsOf: "\(pictures)/\(name)")
            .map { #" width="\#($0.width / 2)" height="\#($0.height / 2)""# }
        return #"<img src="\#(Self.server)/guide/\#(name)" alt="\#(Self.escaped(description))""#
            + (size ?? "") + #" loading="lazy" decoding="async">"#
    }

    private func code(_ node: MarkdownNode, _ id: String) -> String {
        let text = node.literal.hasSuffix("\n") ? String(node.literal.dropLast()) : node.literal
        return """
            <div class="command">
            <pre class="code command__text" id="\(id)" tabindex="0">\(Self.escaped(text))</pre>
            <button class="button button--small command__copy" type="button" \
            data-copy-from="\(id)" hidden>Copy</button>
            </div>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
