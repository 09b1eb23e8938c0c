import Foundation
import Mustache
import Synchronization

/// The templates of a folder, each parsed when a page first needs it: parsing all of them takes a
/// quarter of the server's start.
final class TemplateFolder: Sendable {
    private static let suffix = ".mustache"

    /// The texts by name, which is their path without the extension.
    private let texts: [String: String]
    /// A hash of all templates.
    let contentHash: ContentHash
    private let parsed = Mutex(MustacheLibrary())

    /// Reads all templates in a folder and its subfolders, and checks their references, because
    /// Mustache renders nothing for a missing template or partial.
    ///
    /// - Throws: ``ConfigurationError`` that names the template that is missing or cannot be read.
    init(_ folder: String, requiring names: [String]) throws {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        var references: [(name: String, user: String)] = names.map { ($0, "the program") }
        var texts: [String: String] = [:]
        var hash = ContentHash()
        for path in (paths ?? []).filter({ $0.hasSuffix(Self.suffix) }).sorted() {
            let text = try Self.text(of: folder + "/" + path)
            texts[String(path.dropLast(Self.suffix.count))] = text
            references += Self.references(in: text).map { ($0, path) }
            hash.add(text)
        }
        for (name, user) in references where texts[name] == nil {
            throw ConfigurationError(
                "The template \(name)\(Self.suffix), which \(user) uses, is not in \(folder).")
        }
        (self.texts, contentHash) = (texts, hash)
    }

    /// A library that has a template and all that it refers to.
    ///
    /// - Throws: ``ConfigurationError`` with the place of a fault.
    func library(with name: String) throws -> MustacheLibrary {
        try parsed.withLock { parsed in
            guard parsed.getTemplate(named: name) == nil else { return parsed }
            var library = parsed
            try parse(name, into: &library)
            parsed = library
            return library
        }
    }

    private func parse(_ name: String, into library: inout MustacheLibrary) throws {
        guard library.getTemplate(named: name) == nil, let text = texts[name] else { return }
        do {
            try library.register(text, named: name)
        } catch let error as MustacheTemplate.ParserError {
            let place = "line \(error.context.lineNumber), column \(error.context.columnNumber)"
            throw ConfigurationError(
                "The template \(name)\(Self.suffix) has a fault in \(place): \(error.error)")
        }
        for name in Self.references(in: text) { try parse(name, into: &library) }
    }

    private static func text(of path: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ConfigurationError("The template \(path) cannot be read as UTF-8 text.")
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
