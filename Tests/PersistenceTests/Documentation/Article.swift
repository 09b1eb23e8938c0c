import Foundation

/// A Markdown text from the source tree, with its code blocks.
struct Article {
    /// A code block with its language.
    struct CodeBlock: CustomStringConvertible {
        var article: String
        var language: String
        var lines: [String] = []

        var text: String { lines.joined(separator: "\n") }
        var description: String { "\(article): \(lines.first ?? "")" }
    }

    /// The path in the source tree.
    let path: String
    private let blocks: [CodeBlock]

    init(_ path: String) throws {
        self.path = path
        blocks = Self.blocks(in: try SourceTree.text(path), of: path)
    }

    func codeBlocks(in language: String) -> [CodeBlock] {
        blocks.filter { $0.language == language }
    }

    private static func blocks(in text: String, of path: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: CodeBlock?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open, line == "```" {
                blocks.append(block)
                open = nil
            } else if open != nil {
                open?.lines.append(String(line))
            } else if line.hasPrefix("```") {
                open = CodeBlock(article: path, language: String(line.dropFirst(3)))
            }
        }
        return blocks
    }
}

/// The files of the package.
enum SourceTree {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func path(_ path: String) -> String {
        root.appendingPathComponent(path).path
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: self.path(path), encoding: .utf8)
    }

    /// The names of the files in a folder.
    static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    /// The paths of the files in a folder, at any depth, with a suffix.
    static func files(below folder: String, endingWith ending: String) -> [String] {
        let root = URL(fileURLWithPath: path(folder)).resolvingSymlinksInPath().path
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }
        return (paths ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
    }
}
