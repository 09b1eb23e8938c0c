import Foundation
import Mustache
import Testing

@testable import Web

struct TemplateFolderTests {
    @Test("A missing template of a page, or partial of a template, is an error")
    func missing() throws {
        let folder = try Self.folder([
            "a": "{{> shared/_part}} {{<layout}}{{/layout}}", "layout": "",
        ])

        let partial = #expect(throws: ConfigurationError.self) {
            try TemplateFolder(folder, requiring: ["a"])
        }
        let page = #expect(throws: ConfigurationError.self) {
            try TemplateFolder(folder, requiring: ["b"])
        }

        #expect(partial?.description.contains("shared/_part.mustache") == true)
        #expect(page?.description.contains("b.mustache") == true)
    }

    @Test("A fault in a template or its partial is reported with its position, each time")
    func fault() throws {
        let folder = try Self.folder([
            "a": "fine\n{{#open}} never closed", "page": "{{> a}}", "other": "fine",
        ])
        let templates = try TemplateFolder(folder, requiring: ["page"])

        for _ in 1...2 {
            let error = #expect(throws: ConfigurationError.self) {
                try templates.library(with: "page")
            }

            #expect(error?.description.contains("a.mustache") == true)
            #expect(error?.description.contains("line 2") == true)
        }
        #expect(try templates.library(with: "other").render([:], withTemplate: "other") == "fine")
    }

    @Test("A template may include itself")
    func recursion() throws {
        let folder = try Self.folder(["tree": "{{.name}}{{#.branches}}({{> tree}}){{/.branches}}"])

        let library = try TemplateFolder(folder, requiring: []).library(with: "tree")

        let tree: [String: Any] = [
            "name": "a", "branches": [["name": "b", "branches": [Any]()] as [String: Any]],
        ]
        #expect(library.render(tree, withTemplate: "tree") == "a(b)")
    }

    @Test("Names of partials and parents are found with any spacing")
    func references() {
        let text = "{{>a}} {{> b/_c }}{{{raw}}} {{<layout}}{{$x}}{{/x}}{{/layout}} {{>*dynamic}}"

        #expect(TemplateFolder.references(in: text) == ["a", "b/_c", "layout"])
    }

    private static func folder(_ templates: [String: String]) throws -> String {
        let folder = NSTemporaryDirectory() + "templates-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for (name, text) in templates {
            try text.write(
                toFile: "\(folder)/\(name).mustache", atomically: true, encoding: .utf8)
        }
        return folder
    }
}
