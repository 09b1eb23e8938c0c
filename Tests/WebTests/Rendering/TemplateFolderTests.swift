import Foundation
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

    @Test("A fault in a template is reported with its position")
    func fault() throws {
        let folder = try Self.folder(["a": "fine\n{{#open}} never closed"])

        let error = #expect(throws: ConfigurationError.self) {
            try TemplateFolder(folder, requiring: [])
        }

        #expect(error?.description.contains("a.mustache") == true)
        #expect(error?.description.contains("line 2") == true)
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
