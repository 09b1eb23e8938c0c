import Foundation
import Testing

@Suite("References in the documentation")
struct CatalogueTests {
    private static let modules = [
        "Backup", "Domain", "Imaging", "ObjectModel", "Persistence", "PersistencePostgreSQL",
        "Web",
    ]

    @Test("Each catalogue is tested here and built by `make docs`")
    func catalogues() throws {
        let present = try SourceTree.files(in: "Sources").filter {
            FileManager.default.fileExists(
                atPath: SourceTree.path("Sources/\($0)/Documentation.docc"))
        }
        let documented = try SourceTree.text("Makefile").firstMatch(of: /\nDOCUMENTED = (.+)/)

        #expect(Self.modules == present)
        #expect(documented?.1.split(separator: " ").map(String.init).sorted() == present)
    }

    @Test("A link to an article has a target", arguments: modules)
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

    @Test("A symbol in double backticks exists in the module", arguments: modules)
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
}
