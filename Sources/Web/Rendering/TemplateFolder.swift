import Dispatch
import Foundation
import Mustache
import Synchronization

/// Reads the templates of a folder and checks their references.
///
/// Mustache silently renders nothing for a missing template or partial.
struct TemplateFolder {
    /// The templates by name, which is their path without the extension.
    private(set) var templates: [String: MustacheTemplate] = [:]
    /// A hash of all templates.
    private(set) var contentHash = ContentHash()

    /// Reads all templates in a folder and its subfolders.
    ///
    /// - Throws: ``ConfigurationError`` that names the template that is missing or cannot be read.
    init(_ folder: String, requiring names: [String]) throws {
        let suffix = ".mustache"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        var references: [(name: String, user: String)] = names.map { ($0, "the program") }
        var texts: [(path: String, text: String)] = []
        for path in (paths ?? []).filter({ $0.hasSuffix(suffix) }).sorted() {
            let text = try Self.text(of: folder + "/" + path)
            texts.append((path, text))
            references += Self.references(in: text).map { ($0, path) }
            contentHash.add(text)
        }
        for (file, template) in zip(texts, try Self.parse(texts)) {
            templates[String(file.path.dropLast(suffix.count))] = template
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

    /// Parses texts on all cores at once, since this takes a large part of the server's start.
    ///
    /// - Throws: the first fault, in the order of the texts.
    private static func parse(
        _ texts: [(path: String, text: String)]
    ) throws -> [MustacheTemplate] {
        let parsed = Mutex<[Int: Result<MustacheTemplate, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: texts.count) { index in
            let (path, text) = texts[index]
            let result = Result { try parse(text, path: path) }
            parsed.withLock { $0[index] = result }
        }
        let results = parsed.withLock { $0 }
        return try texts.indices.compactMap { try results[$0]?.get() }
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
        var names: [String] = []
        var rest = text.utf8[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[brace...].dropFirst()
            guard rest.first == UInt8(ascii: "{") else { continue }
            let tag = rest.dropFirst()
            guard tag.first == UInt8(ascii: ">") || tag.first == UInt8(ascii: "<"),
                let end = tag.firstIndex(of: UInt8(ascii: "}"))
            else { continue }
            let name = Substring(tag[..<end].dropFirst()).filter { $0 != " " }
            if !name.hasPrefix("*") { names.append(name) }
            rest = rest[end...]
        }
        return names
    }
}
