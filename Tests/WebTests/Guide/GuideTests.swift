import Foundation
import HTTPTypes
import HummingbirdTesting
import Mustache
import Testing

@testable import Web

@Suite("The guide")
struct GuideTests {
    @Test("Every page is served, and all its links resolve")
    func links() async throws {
        try await TestSite.inventory { client in
            let paths = ["/help", "/help/all"] + Guide.pages.map { "/help/\($0.name)" }
            var anchors: [String: Set<String>] = [:]
            var targets: [(page: String, path: String, anchor: String?)] = []
            for path in paths {
                let page = try await client.get(path)
                #expect(page.status == .ok, "\(path)")
                #expect(!page.text.contains("omitted"), "\(path)")
                let content = page.text.split(separator: "<main").last ?? ""
                anchors[path] = Set(page.text.matches(of: /\sid="([^"]*)"/).map { String($0.1) })
                for match in content.matches(of: /(?:href|src)="(?!https:)([^"]*)"/) {
                    // /help and /help/ are the same.
                    #expect(match.1.hasPrefix("/") || match.1.hasPrefix("#"), "\(path): \(match.1)")
                    let parts = match.1.split(
                        separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                    let base = URL(string: "http://localhost" + path)
                    let address = URL(string: String(parts[0]), relativeTo: base)
                    let target = parts[0].isEmpty ? path : address?.absoluteURL.path
                    targets.append(
                        (path, try #require(target), parts.count > 1 ? String(parts[1]) : nil))
                }
            }
            for path in Set(targets.map(\.path)).subtracting(paths) {
                // The first person is added at the machine itself, which sends no request here.
                let expected: HTTPResponse.Status =
                    ["/people", "/people/file"].contains(path) ? .forbidden : .ok
                #expect(try await client.get(path).status == expected, "\(path)")
            }
            for target in targets {
                guard let anchor = target.anchor, let known = anchors[target.path] else { continue }
                #expect(known.contains(anchor), "\(target.page): #\(anchor) of \(target.path)")
            }
        }
    }

    @Test("Every topic that a form can link to has a page")
    func topics() {
        let sections = SectionCatalog.standard.sections
        let topics =
            sections.map(\.topic) + sections.flatMap { $0.subsections.compactMap(\.topic) }
            + [
                .finding, .predicates, .importing, .backup, .printing, .labels, .stores, .people,
                .phone, .sharing,
            ]
        #expect(topics.contains(.loans) && topics.contains(.groceries))
        for topic in topics {
            #expect(Guide.page(named: topic.rawValue) != nil, "\(topic.rawValue)")
        }
    }

    @Test("Every form links to its page")
    func formsLeadToTheGuide() async throws {
        let form =
            /<form class="[^"]*\b(?:form|entry|filter|inline-form|picker)(?: [^"]*)?"(.*?)<\/form>/
            .dotMatchesNewlines()
        var count = 0
        for (name, page) in try await PageCatalog.all().pages {
            let content = page.content
            let hasFields = content.matches(of: form).contains {
                $0.1.firstMatch(of: /<(?:input(?! type="hidden")|select|textarea)/) != nil
            }
            guard hasFields else { continue }
            count += 1
            #expect(content.contains("href=\"/help/"), "\(name)")
        }
        #expect(count > 20)
    }

    @Test("Commands contain the server’s address, and links the base path")
    func addresses() async throws {
        let site = try TestSite { $0.basePath = try BasePath("/home") }
        try await site.test { test in
            let client = InventoryClient(client: test)

            let page = try await client.get("/home/help/scripts")
            let backup = try await client.get("/home/help/backup")

            #expect(!page.text.contains("127.0.0.1:8080"))
            #expect(page.text.contains("curl http://"))
            #expect(page.text.contains("/home/items.json"))
            #expect(backup.text.contains("<a href=\"/home/backup\">"))
            #expect(
                Guide.html(
                    "curl http://127.0.0.1:8080/items <a href=\"http://127.0.0.1:8080/items\">",
                    server: "http://house.local:9000", basePath: "/home")
                    == "curl http://house.local:9000/home/items <a href=\"/home/items\">")
        }
    }

    @Test("A missing page is a 404 that says so, and JSON lists the pages too")
    func documents() async throws {
        try await TestSite.inventory { client in
            let missing = try await client.get("/help/garden")
            let list = try await client.json("/help.json")
            let page = try await client.json("/help/groceries.json")

            #expect(missing.status == .notFound)
            #expect(missing.text.contains("The guide has no page “garden”"))
            #expect(try await client.get("/help/garden.json").status == .notFound)
            let records = try #require(list["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["id"] as? String } == Guide.pages.map(\.name))
            #expect(page["title"] as? String == "Groceries")
            #expect((page["html"] as? String)?.contains("<h2>") == true)
        }
    }

    @Test("A picture is sent with its type, and no path leaves its folder")
    func picturesAreServed() async throws {
        try await TestSite.inventory { client in
            let picture = try await client.get("/guide/groceries.webp")

            #expect(picture.status == .ok)
            #expect(picture.headers[.contentType] == "image/webp")
            let tag = try #require(picture.headers[.eTag])
            let again = try await client.get(
                "/guide/groceries.webp", headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
            for name in [
                "nothing.webp", ".webp", "..%2Fcss%2Fsite.css", "..%2F404.html", "../404.html",
                "groceries.png", "groceries.webp%00", "Groceries.webp",
            ] {
                #expect(try await client.get("/guide/" + name).status == .notFound, "\(name)")
            }
        }
    }

    @Test("A page in any section links to the page on that section")
    func pagesLeadToTheirTopic() async throws {
        try await TestSite.inventory { client in
            for (path, topic) in [
                "/": "start", "/items": "inventory", "/customers": "sales", "/import": "import",
                "/sales/import": "import", "/locations": "locations", "/tags": "locations",
                "/inbox": "inbox", "/documents": "documents", "/tasks": "care", "/loans": "loans",
                "/stocktakes": "stocktaking",
                "/report": "report", "/trash": "trash", "/shop": "shop", "/quotes": "quotes",
                "/invoices": "quotes",
                "/groceries": "groceries", "/books": "books",
                "/places": "places", "/search": "finding", "/backup": "backup", "/model": "stores",
            ] {
                let page = try await client.get(path)
                #expect(
                    page.text.contains("<a href=\"/help/\(topic)\">Help</a>"),
                    "\(path)")
            }
        }
    }

    @Test("A form for a new record links to the page on its kind")
    func formsLeadToTheirTopic() async throws {
        try await TestSite.inventory { client in
            for (path, topic) in [
                "/locations/new": "locations", "/tags/new": "locations", "/loans/new": "loans",
                "/tasks/new": "care", "/quotes/new": "quotes", "/label-sheets/new": "labels",
                "/items/new": "inventory", "/asset-types/new": "inventory",
                "/customers/new": "sales", "/products/new": "sales", "/groceries/new": "groceries",
                "/books/new": "books",
            ] {
                let page = try await client.get(path)
                #expect(page.text.contains("class=\"help\" href=\"/help/\(topic)\""), "\(path)")
            }
        }
    }

    // MARK: - The program in the guide

    @Test("Every picture exists, is made by pictures.py, and is shown")
    func pictures() throws {
        let shown = Set(
            try Self.texts().values.flatMap { text in
                text.matches(of: /\.\.\/Public\/guide\/([^)]*)\)/).map { String($0.1) }
            })
        let script = try String(
            contentsOf: ViewsFolder.root.appending(path: "Tests/BrowserTests/pictures.py"),
            encoding: .utf8)
        let made = Set(script.matches(of: /"guide\/([a-z-]+)"/).map { "\($0.1).webp" })
        let files = Set(
            try ViewsFolder.paths(below: ViewsFolder.publicFiles.appending(path: "guide")))

        #expect(shown == made)
        #expect(shown == files)
        #expect(!Guide.pages.contains { $0.html.contains(/<img src="[^"]*" alt="[^"]*" loading/) })
    }

    @Test("Labels of buttons, links and fields in the guide exist on pages")
    func labels() throws {
        var program = try ViewsFolder.templates().values.joined()
        for module in ["Web", "Domain"] {
            let sources = ViewsFolder.root.appending(path: "Sources/\(module)")
            for path in try ViewsFolder.paths(below: sources)
            where path.hasSuffix(".swift") && (module == "Web" || path.contains("Description")) {
                program += try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            }
        }
        for (file, text) in try Self.texts() {
            for match in text.matches(of: /\*\*([^*]+)\*\*/) {
                let label = match.1.replacing("\n", with: " ").replacing(/[0-9]+/, with: "")
                let words = label.split(separator: "  ").map(String.init)
                #expect(words.allSatisfy(program.contains), "\(file): \(label)")
            }
        }
    }

    /// The files of the guide by their names.
    private static func texts() throws -> [String: String] {
        let folder = ViewsFolder.root.appending(path: "Guide")
        var texts: [String: String] = [:]
        for path in try ViewsFolder.paths(below: folder) {
            texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        return texts
    }
}
