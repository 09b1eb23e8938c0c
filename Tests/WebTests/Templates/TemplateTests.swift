import Foundation
import Mustache
import Testing

@testable import Web

@Suite("Templates")
struct TemplateTests {
    @Test("Every template parses")
    func everyTemplateParses() async throws {
        let names = try ViewsFolder.templates().keys

        let library = try await ViewsFolder.library()

        for name in names {
            #expect(library.getTemplate(named: name) != nil, "\(name)")
        }
        #expect(names.count > 20)
    }

    @Test("Every variable and partial of every page resolves, and every property is shown")
    func everythingResolves() async throws {
        let catalog = try await PageCatalog.all()
        let models = catalog.models
        var checker = TemplateChecker(
            templates: try ViewsFolder.templates(), models: models.map { $0.model })

        for (template, models) in Dictionary(grouping: models, by: { $0.template }) {
            checker.check(template, with: models[0].model)
        }

        #expect(Set(checker.faults) == [])
        #expect(checker.unset.filter { !catalog.unfilled.contains($0) } == [])
        #expect(catalog.unfilled.subtracting(checker.unset) == [])
        // The access of a tab only decides whether it is there, and is not rendered.
        #expect(checker.unused == ["SectionLink.access"])
    }

    @Test("Every template is reached from a page model")
    func everyTemplateIsReached() async throws {
        let templates = try ViewsFolder.templates()
        var reached = Set(try await PageCatalog.all().models.map { $0.template })
        var waiting = Array(reached)

        while let name = waiting.popLast() {
            for tag in TemplateTag.tags(in: templates[name] ?? "")
            where tag.kind == .partial || tag.kind == .parent {
                if reached.insert(tag.name).inserted {
                    waiting.append(tag.name)
                }
            }
        }

        #expect(Set(templates.keys).subtracting(reached) == [])
    }

    @Test("The server requires the template of every page at the start")
    func everyTemplateIsRequired() async throws {
        let used = Set(try await PageCatalog.all().models.map { $0.template })

        #expect(used.subtracting(TemplateNames.all) == [])
        #expect(Set(TemplateNames.all).subtracting(used) == [])
    }

    @Test("The checker finds wrong names, partials and flags")
    func checkerFindsFaults() {
        struct Row { var name = "Sofa" }
        struct Page {
            var rows = [Row()]
            var title = "Items"
            var count = 1
        }
        let text =
            "{{titel}}{{> _none}}{{#rows}}{{name}}{{.title}}{{/rows}}{{#title}}{{.title}}{{/title}}"
            + "{{#rows}}{{#title}}{{.name}}{{/title}}{{/rows}}{{^empty(count)}}{{/empty(count)}}"
        var checker = TemplateChecker(templates: ["page": text], models: [Page()])

        checker.check("page", with: Page())

        #expect(
            checker.faults == [
                "page: “titel” is not in Page.",
                "page: there is no partial “_none”.",
                "page: “name” stands in a section and has to begin with a dot.",
                "page: “.title” is not in Row.",
                "page: “.name” is not in Page.",
                "page: “count” is neither a text nor a list.",
            ])
    }

    @Test("No template contains an address, a script or a style")
    func noLiteralsOfAddressesScriptsAndStyles() throws {
        let forbidden = [
            #/(?:href|src|action|formaction|poster)="(?!\{\{|#)/#,
            #/\sstyle=/#,
            #/<style/#,
            #/\son[a-z]+="/#,
            #/<script(?! type="module" src="\{\{)/#,
            #/javascript:/#,
        ]

        for (name, text) in try ViewsFolder.templates() {
            for pattern in forbidden {
                #expect(text.firstMatch(of: pattern) == nil, "\(name)")
            }
        }
    }

    @Test("Unescaped text is always written by the program")
    func unescapedNames() throws {
        let allowed: Set = [
            ".stylesheetPath", ".scriptPath", ".iconPath", ".iconsPath", "layout.iconsPath",
            ".layout.iconsPath",
            ".faviconPath", ".touchIconPath", ".manifestPath", "chips",
            ".chips", "typeChips", "moreTypeChips", "viewChips", "moreViewChips", "otherChips",
            "rows", ".rows", ".photos", "products",
            ".diagramHTML", "html", ".html",
            // Tabs and menus, fields of forms, and options of selections, each a fragment.
            ".sections", ".furtherSections", ".subsections", ".sorts", "fields", ".fields",
            ".details",
            ".assetTypes", ".entities", ".kinds", ".locations", ".options", ".perPage",
            ".roles", ".successors", ".tags", ".taxRates",
            ".currencies", ".regions", "accesses", "addresses", "assetTypes", "categories",
            "compressions",
            "currencies", "regions", "paperLanguages", ".paperLanguages",
            "encodings",
            "groupings",
            "kinds", "locations", "options", "people", "roles", "sections", "sheets", "taxRates",
        ]

        for (name, text) in try ViewsFolder.templates() {
            for tag in TemplateTag.tags(in: text) where tag.kind == .unescaped {
                #expect(allowed.contains(tag.name), "\(name): \(tag.name)")
            }
        }
    }

    @Test("Partials and blocks are not indented, because Mustache indents what is in them")
    func nothingIsIndented() throws {
        for (name, text) in try ViewsFolder.templates() {
            for tag in TemplateTag.tags(in: text)
            where tag.kind == .partial || tag.kind == .block {
                let isIndented =
                    !tag.indentation.isEmpty && tag.indentation.allSatisfy(\.isWhitespace)
                #expect(!isIndented, "\(name): \(tag.name)")
            }
        }
    }

    @Test("Text from people is escaped")
    func textIsEscaped() async throws {
        let renderer = try ViewsFolder.renderer()
        let rows = try await PageCatalog.all().models.compactMap { $0.model as? ListRow }
        var row = try #require(rows.first)
        row.name = #"<b onclick="x">&'"#

        let html = try renderer.fragment(row)

        #expect(html.contains("&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;"))
        #expect(!html.contains("<b "))
    }
}
