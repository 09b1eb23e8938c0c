import Domain
import HTTPTypes
import Testing

@testable import Web

@Suite("Labels of columns on import pages")
struct ImportLabelTests {
    @Test("No two columns of a kind have the same label", arguments: ImportKind.all)
    func titles(kind: ImportKind) {
        let titles = kind.columns.map { $0.label(in: kind) }
        let doubled = Dictionary(grouping: titles) { $0 }.filter { $1.count > 1 }.keys
        #expect(doubled.isEmpty, "\(doubled.sorted())")
        // A label is not an attribute name.
        #expect(titles.allSatisfy { $0.first?.isUppercase == true }, "\(titles)")
    }

    @Test("A number column is labeled by its record")
    func numbers() async throws {
        try await TestSite.importing { imports, _ in
            for (what, columns) in [
                ("Payment", "number,sale,date,kind,amount\nx,1,2026-11-21,Cash,1\n"),
                ("Sale", "number,date,voidedAt\nx,2026-11-21,2026-12-21\n"),
            ] {
                let page = try await imports.upload(
                    columns, headers: [.accept: "text/html", .secFetchMode: "navigate"])

                #expect(page.text.contains("\(what) number: “x” is not a whole number"))
            }
        }
    }
}
