import Foundation
import Testing

/// The documents outside of the catalogues, which newcomers read first.
@Suite("References in the repository’s documents")
struct DocumentTests {
    private static let documents = [
        ".github/pull_request_template.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md",
        "SECURITY.md", "Sources/Persistence/README.md",
    ]

    @Test("A link has a target file, and a heading in it", arguments: documents)
    func links(document: String) throws {
        let links = try SourceTree.text(document).matches(of: /\]\(([^)\s]+)\)/).map(\.1)
        let folder = document.split(separator: "/").dropLast()
        #expect(!links.isEmpty)

        for link in links where !link.hasPrefix("https://") {
            let parts = link.split(separator: "#", omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? document : (folder + [parts[0]]).joined(separator: "/")
            let isThere = FileManager.default.fileExists(atPath: SourceTree.path(path))
            #expect(isThere, "\(document) leads to \(link)")
            guard isThere, parts.count == 2 else { continue }
            #expect(try headings(of: path).contains(String(parts[1])), "\(document): \(link)")
        }
    }

    @Test("CONTRIBUTING lists the commands of the Makefile, and the README the test command")
    func commands() throws {
        let makefile = try SourceTree.text("Makefile")
        let phony = try #require(makefile.firstMatch(of: /\.PHONY: ((?:.+\\\n)*.+)/)).1
        let targets = Set(phony.split { $0.isWhitespace || $0 == "\\" }.map(String.init))
        let named = try SourceTree.text("CONTRIBUTING.md").matches(of: /`make ([a-z-]+)/)
            .map { String($0.1) }

        #expect(Set(named) == targets.subtracting(["browser"]))
        #expect(try SourceTree.text("README.md").contains("`make test` is the test command"))
    }

    @Test("The manifest in the library’s README matches the tested package")
    func manifest() throws {
        let standalone = try SourceTree.text("Tests/Standalone/Package.swift")
        let block = try #require(
            try Article("Sources/Persistence/README.md").codeBlocks(in: "text").first)
        let lines = block.lines.map { $0.trimmingCharacters(in: .whitespaces) }

        let shared = lines.filter { $0.contains(#"package: "homeowner""#) }
        #expect(shared.count == 3)
        for line in shared { #expect(standalone.contains(line), "\(line)") }
        #expect(standalone.contains(#"path: "../..", traits: [])"#))
        #expect(lines.first?.hasSuffix("traits: [])],") == true)
    }

    @Test("The words of the glossary are used by pages, and its names by models")
    func glossary() throws {
        let text = try SourceTree.text("Sources/Web/Documentation.docc/Glossary.md")
        let pages = try
            (texts(below: "Sources/Web", "swift") + texts(below: "Views", "mustache")
            + texts(below: "Sources/Domain", "+Description.swift")).lowercased()
        let models = try texts(below: "Sources/Domain", "+Properties.swift")
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }

        // The table columns are between two bars.
        for row in rows where row.count == 6 && row[1] != "word" && row[1] != "---" {
            for word in row[1].replacing(" for short", with: "").split(separator: ", ") {
                #expect(pages.contains(word), "\(word)")
            }
            for name in row[2].matches(of: /`(\w+)`/) {
                #expect(
                    models.contains("extension \(name.1) {") || models.contains("var \(name.1):"),
                    "\(name.1)")
            }
        }
        #expect(rows.count > 40)
    }

    private func texts(below folder: String, _ ending: String) throws -> String {
        try SourceTree.files(below: folder, endingWith: ending).map(SourceTree.text)
            .joined(separator: "\n")
    }

    /// The headings of a document, as a link names them.
    private func headings(of document: String) throws -> [String] {
        try SourceTree.text(document).matches(of: /(?m)^#+ (.+)$/).map { heading in
            let kept = heading.1.lowercased().filter {
                $0.isLetter || $0.isNumber || $0 == "-" || $0 == " "
            }
            return kept.replacing(" ", with: "-")
        }
    }
}
