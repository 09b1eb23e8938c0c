import CCommonMark
import Foundation

/// Reads all files of the guide, and makes their pages.
struct GuideReader {
    /// The contents and pages of the guide.
    struct Guide {
        let contents: GuidePage
        /// The pages in the order of the contents.
        let pages: [GuidePage]
    }

    static let suffix = ".md"
    private static let contents = "README.md"

    let folder: String
    let pictures: String

    /// - Throws: ``GuideFault`` for a fault in a file; errors of the file system.
    func read() throws -> Guide {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(Self.suffix) }.sorted()
        var texts: [String: GuideText] = [:]
        for file in files {
            let markdown = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            texts[file] = try GuideText(file: file, markdown)
        }
        guard let contents = texts[Self.contents] else {
            throw GuideFault(description: "There is no \(folder)/\(Self.contents).")
        }
        try checkAnchors(files.compactMap { texts[$0] })
        let named = contents.document.root.descendants
            .filter { $0.kind == CMARK_NODE_LINK }.map(\.address)
        let order = named.compactMap { texts[$0] }
        for file in files where file != Self.contents && !named.contains(file) {
            throw GuideFault(file, line: 1, "\(Self.contents) does not name this page.")
        }
        let writer = GuideWriter(texts: texts, pictures: pictures)
        return Guide(
            contents: try writer.page(contents),
            pages: try order.map { try writer.page($0) })
    }

    /// All pages can be shown as one, so anchors have to be unique.
    private func checkAnchors(_ texts: [GuideText]) throws(GuideFault) {
        var files: [String: String] = [:]
        for text in texts {
            for heading in text.headings {
                if let other = files.updateValue(text.file, forKey: heading.id) {
                    throw GuideFault(
                        text.file, line: heading.node.line,
                        "\(other) has the heading “\(heading.text)” too.")
                }
            }
        }
    }
}
