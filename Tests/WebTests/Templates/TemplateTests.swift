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
    func everythingResolves() throws {
        let pages = Array(PageMocks.named.values)
        let paging = Paging(ListQuery().at(page: 3), total: 1284) { $0.address(of: .items).path }
        var checker = TemplateChecker(
            templates: try ViewsFolder.templates(), models: pages + [paging])

        for page in pages {
            checker.check(type(of: page).template, with: page)
        }
        checker.check(ItemRow.template, with: ItemRow.mocks(count: 1)[0])
        checker.check(Paging.template, with: paging)

        #expect(Set(checker.faults) == [])
        // The access of a tab only decides whether it is there, and is not rendered.
        #expect(checker.unused == ["SectionLink.access"])
    }

    @Test("Every template is reached from a page model")
    func everyTemplateIsReached() throws {
        let templates = try ViewsFolder.templates()
        var reached = Set(PageMocks.named.values.map { type(of: $0).template })
        reached.formUnion(TemplateNames.fragments.map { $0.template })
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
    func everyTemplateIsRequired() {
        let pages = PageMocks.named.values.map { type(of: $0).template }

        #expect(Set(pages).subtracting(TemplateNames.all) == [])
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

    @Test("Models return their stored properties by name as reflection does")
    func childrenAgreeWithReflection() {
        var waiting: [Any] = Array(PageMocks.named.values)
        var types: Set<String> = []

        while let value = waiting.popLast() {
            let mirror = Mirror(reflecting: value)
            waiting += mirror.children.map(\.value)
            guard !(value is [Any]), let parent = value as? any MustacheParent else { continue }
            types.insert("\(mirror.subjectType)")
            for case (let label?, let expected) in mirror.children {
                let child = parent.child(named: label)
                #expect(
                    child.map { "\($0)" } == "\(expected)", "\(mirror.subjectType).\(label)")
            }
            #expect(parent.child(named: "nothing") == nil)
        }

        #expect(types.contains("PathLink"))
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
            ".faviconPath", ".touchIconPath", ".manifestPath", "rowsHTML", "pagingHTML", "chips",
            ".chips", "typeChips", "moreTypeChips", "viewChips", "moreViewChips", "otherChips",
            "rows", ".rows", ".photos", "products",
            ".diagramHTML", "html", ".html",
            // Options of selections, each a fragment.
            ".assetTypes", ".entities", ".kinds", ".locations", ".options", ".perPage",
            ".receipts", ".roles", ".serials", ".successors", ".tags", ".taxRates", ".warranties",
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
    func textIsEscaped() throws {
        let renderer = try ViewsFolder.renderer()
        var row = ItemRow.mocks(count: 1)[0]
        row.name = #"<b onclick="x">&'"#

        let html = try renderer.fragment(row)

        #expect(html.contains("&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;"))
        #expect(!html.contains("<b "))
    }
}
