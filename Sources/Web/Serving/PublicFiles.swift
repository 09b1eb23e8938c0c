import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public`, read when the server starts.
///
/// They are few and small. Each is a route of its own, so that no request ever names a path of the
/// file system.
struct PublicFiles: Sendable {
    /// A file in memory.
    struct File: Sendable {
        let content: ByteBuffer
        let mediaType: String
        /// A text that changes with the content.
        let version: String
        /// The headers of an answer under an address with the version, and without.
        fileprivate let headersOfVersion: HTTPFields
        fileprivate let headers: HTTPFields

        init(_ content: ByteBuffer, path: String) {
            var hash = ContentHash()
            content.withUnsafeReadableBytes { hash.add($0) }
            self.content = content
            mediaType = PublicFiles.mediaType(of: path)
            version = hash.text
            let fields: HTTPFields = [
                .contentType: mediaType, .eTag: EntityTag(version).text,
                .contentLength: String(content.readableBytes),
            ]
            headers = fields + [HTTPField(name: .cacheControl, value: "no-cache")]
            headersOfVersion =
                fields
                + [HTTPField(name: .cacheControl, value: "public, max-age=31536000, immutable")]
        }
    }

    private let files: [String: File]

    /// Reads all files below a folder; hidden ones are left out, and so are the pictures of the guide
    /// (``GuidePictures``). Those of a bundle are put together and have no address of their own.
    ///
    /// - Throws: ``ConfigurationError`` that names the file that is missing or cannot be read.
    init(
        folder: String, bundles: [AssetBundle] = [LayoutAssets.stylesheet, LayoutAssets.script]
    ) throws {
        var files: [String: File] = [:]
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        for path in paths ?? [] where !path.split(separator: "/").contains(where: Self.isHidden) {
            if path.hasPrefix(GuidePictures.folder + "/") { continue }
            let fullPath = folder + "/" + path
            if Self.isFolder(fullPath) { continue }
            files[path] = try Self.read(fullPath)
        }
        for bundle in bundles {
            let parts = try bundle.parts.map { part in
                guard let file = files.removeValue(forKey: part) else {
                    throw ConfigurationError("The file \(folder)/\(part) is missing.")
                }
                return file.content
            }
            files[bundle.path] = File(bundle.joined(parts), path: bundle.path)
        }
        self.files = files
    }

    /// The file at a path below the folder.
    subscript(path: String) -> File? { files[path] }

    /// The link to a file, under an address that changes with its content.
    func link(_ path: String, _ links: SiteLinks) -> String {
        links(.file(path).query(files[path].map { [("v", $0.version)] } ?? []))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }

    private static func read(_ path: String) throws -> File {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return File(ByteBuffer(bytes: data), path: path)
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func isHidden(_ name: Substring) -> Bool { name.hasPrefix(".") }

    private static func mediaType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "webmanifest": "application/manifest+json"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}

extension PublicFiles: RouteProvider {
    func addRoutes(to routes: inout SiteRoutes) {
        for (path, file) in files where !Self.isErrorPage(path) {
            routes.get(.file(path), by: .everybody, isPage: false) { request, _ in
                try Self.response(file, to: request)
            }
        }
        // Browsers that take no SVG icon, and programs, ask here without having read a page.
        if let icon = files[LayoutAssets.touchIcon], files[Self.favicon] == nil {
            routes.get(.file(Self.favicon), by: .everybody, isPage: false) { request, _ in
                try Self.response(icon, to: request)
            }
        }
    }

    private static let favicon = "favicon.ico"

    /// The pages for errors, `404.html` and `500.html`, are for this server, and for one in front of
    /// it, and have no address of their own.
    private static func isErrorPage(_ path: String) -> Bool {
        path.hasSuffix(".html") && !path.contains("/") && Int(path.dropLast(5)) != nil
    }

    /// An address with the version of the content may be kept for good; any other has to ask again.
    ///
    /// - Throws: a 404 for a folder of the file's name, which the router does not tell from it.
    private static func response(_ file: File, to request: Request) throws(SiteError) -> Response {
        guard !request.uri.path.hasSuffix("/") else { throw .notFound() }
        let isVersioned =
            request.uri.query != nil && request.uri.queryParameters.get("v") == file.version
        return Response(
            status: .ok, headers: isVersioned ? file.headersOfVersion : file.headers,
            body: ResponseBody(byteBuffer: file.content))
    }
}
