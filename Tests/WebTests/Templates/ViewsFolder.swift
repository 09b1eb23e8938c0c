import Foundation
import Mustache

@testable import Web

/// The templates and static files of the package, found relative to this file.
enum ViewsFolder {
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let views = root.appending(path: "Views")
    static let publicFiles = root.appending(path: "Public")

    /// The templates as the library reads them.
    static func library() async throws -> MustacheLibrary { try await read.value }

    // Read once for all tests, because reading takes longer than most of them.
    private static let read = Task { try await MustacheLibrary(directory: views.path) }

    /// The renderer of these templates, as in the server.
    static func renderer() throws -> Renderer { try Renderer(TestSite.templates.get()) }

    /// The text of every template, by its name.
    static func templates() throws -> [String: String] {
        var templates: [String: String] = [:]
        for path in try paths(below: views) where path.hasSuffix(".mustache") {
            let text = try String(contentsOf: views.appending(path: path), encoding: .utf8)
            templates[String(path.dropLast(".mustache".count))] = text
        }
        return templates
    }

    /// The files below a folder, as relative paths in order.
    static func paths(below folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }
}
