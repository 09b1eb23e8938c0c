import Foundation
import Mustache

/// Reads the templates of a folder and checks that each finds what it names.
///
/// Mustache renders nothing, silently, where a template or partial is missing.
struct TemplateFolder {
    /// The templates under their names, which are their paths without extension.
    private(set) var templates: [String: MustacheTemplate] = [:]
    /// A number that changes with the text of any template.
    private(set) var contentHash = ContentHash()

    /// Reads all templates below a folder.
    ///
    /// - Throws: ``ConfigurationError`` that names the template that is missing or cannot be read.
    init(_ folder: String, requiring names: [String]) throws {
        let suffix = ".mustache"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        var references: [(name: String, user: String)] = names.map { ($0, "the program") }
        for path in (paths ?? []).filter({ $0.hasSuffix(suffix) }).sorted() {
            let text = try Self.text(of: folder + "/" + path)
            templates[String(path.dropLast(suffix.count))] = try Self.parse(text, path: path)
            references += Self.references(in: text).map { ($0, path) }
            contentHash.add(text)
        }
        for (name, user) in references where templates[name] == nil {
            throw ConfigurationError(
                "The template \(name)\(suffix), which \(user) uses, is not in \(folder).")
        }
    }

    private static func text(of path: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ConfigurationError("The template \(path) cannot be read as UTF-8 text.")
        }
    }

    private static func parse(_ text: String, path: String) throws -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: text)
        } catch let error as MustacheTemplate.ParserError {
            let place = "line \(error.context.lineNumber), column \(error.context.columnNumber)"
            throw ConfigurationError("The template \(path) has a fault in \(place): \(error.error)")
        }
    }

    /// The names in `{{> name}}` and `{{< name}}`.
    static func references(in text: String) -> [String] {
        text.components(separatedBy: "{{").dropFirst().compactMap { tag in
            guard let kind = tag.first, kind == ">" || kind == "<",
                let end = tag.range(of: "}}")
            else { return nil }
            let name = tag[tag.index(after: tag.startIndex)..<end.lowerBound]
                .trimmingCharacters(in: .whitespaces)
            return name.hasPrefix("*") ? nil : name
        }
    }
}
