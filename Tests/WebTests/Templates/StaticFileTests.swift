import Foundation
import Testing

@testable import Web

@Suite("Static files")
struct StaticFileTests {
    @Test("Every style sheet and script is served, and every linked file exists")
    func everyFileIsSent() throws {
        let files = try ViewsFolder.paths(below: ViewsFolder.publicFiles)

        let styles = files.filter { $0.hasSuffix(".css") && $0 != "css/static.css" }
        let scripts = files.filter { $0.hasPrefix("js/") }

        #expect(styles.sorted() == LayoutAssets.stylesheets.sorted())
        #expect(scripts.sorted() == LayoutAssets.scripts.sorted())
        for path in [
            LayoutAssets.icons, LayoutAssets.favicon, LayoutAssets.touchIcon,
            LayoutAssets.manifest, LayoutAssets.groceriesManifest, LayoutAssets.serviceWorker,
            "404.html", "500.html",
        ] {
            #expect(files.contains(path), "\(path)")
        }
    }

    @Test("Every style sheet is in a layer, and the order of layers comes first")
    func everyStyleSheetHasALayer() throws {
        for path in LayoutAssets.stylesheets {
            let text = try String(
                contentsOf: ViewsFolder.publicFiles.appending(path: path), encoding: .utf8)

            #expect(text.contains("@layer"), "\(path)")
        }
        #expect(LayoutAssets.stylesheets.first == "css/reset.css")
    }

    @Test("Every icon that a template shows is in the sprite")
    func everyIconExists() throws {
        let sprite = try String(
            contentsOf: ViewsFolder.publicFiles.appending(path: LayoutAssets.icons),
            encoding: .utf8)

        for (name, text) in try ViewsFolder.templates() {
            for match in text.matches(of: /#(i-[a-z]+)"/) {
                #expect(sprite.contains("id=\"\(match.1)\""), "\(name): \(match.1)")
            }
        }
    }

    @Test("Every class in a template has a rule, and every rule of a component is used")
    func classesAndRulesAgree() throws {
        let styles = try LayoutAssets.stylesheets.map {
            try String(contentsOf: ViewsFolder.publicFiles.appending(path: $0), encoding: .utf8)
        }.joined()
        let scripts = try LayoutAssets.scripts.map {
            try String(contentsOf: ViewsFolder.publicFiles.appending(path: $0), encoding: .utf8)
        }.joined()
        let templates = try ViewsFolder.templates().values.joined()

        let columns = ListColumn.Kind.allCases.flatMap { $0.rawValue.split(separator: " ") }

        let ruled = Set(styles.matches(of: /\.([a-z][a-z_-]+)/).map { String($0.1) })
        let shown = Set(
            templates.matches(of: /class="([^"]*)"/).flatMap { match in
                match.1.replacing(/\{\{[^}]*\}\}\}?/, with: " ").split(separator: " ")
                    .map(String.init)
            } + columns.map(String.init) + ListTable.Style.allCases.map(\.rawValue))

        #expect(shown.subtracting(ruled) == [])
        #expect(ruled.subtracting(shown).filter { !scripts.contains($0) } == [])
    }

}
