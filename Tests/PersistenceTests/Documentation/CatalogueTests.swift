import Foundation
import Testing

@Suite("What the documentation refers to")
struct CatalogueTests {
    private static let modules = [
        "Backup", "Domain", "Imaging", "Persistence", "PersistencePostgreSQL", "Web",
    ]

    @Test("A link to an article leads to one", arguments: modules)
    func articles(module: String) throws {
        let paths = SourceTree.files(below: "Sources/\(module)", endingWith: ".md")
        let names = paths.compactMap { $0.split(separator: "/").last?.dropLast(3) }
        #expect(!paths.isEmpty)

        for path in paths {
            for link in try SourceTree.text(path).matches(of: /<doc:([A-Za-z]+)>/) {
                #expect(names.contains(link.1), "\(path) has a link to \(link.1)")
            }
        }
    }

    @Test("A name between double backticks is one of the module's", arguments: modules)
    func symbols(module: String) throws {
        let sources = try SourceTree.files(below: "Sources/\(module)", endingWith: ".swift")
            .map(SourceTree.text).joined(separator: "\n")
        let words = Set(sources.split { !$0.isLetter && !$0.isNumber }).union([module[...]])

        for path in SourceTree.files(below: "Sources/\(module)", endingWith: ".md") {
            for symbol in try SourceTree.text(path).matches(of: /``([^`\n]+)``/) {
                let parts = symbol.1.split(separator: "/").map { $0.prefix { $0 != "(" } }
                for part in parts { #expect(words.contains(part), "\(path) names \(symbol.1)") }
            }
        }
    }

    @Test("A link of the README leads to a file")
    func readMe() throws {
        let text = try SourceTree.text("README.md")

        let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }

        #expect(links.count > 3)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: SourceTree.path(link)), "\(link)")
        }
    }
}
