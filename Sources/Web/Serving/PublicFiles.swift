import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public`, read when the server starts.
///
/// They are few and small. Each has its own route, so that a request never contains a path of the
/// file system.
struct PublicFiles: Sendable {
    /// A file in memory.
    struct File: Sendable {
        let content: ByteBuffer
        let mediaType: String
        /// A hash of the content.
        let version: String
        /// The headers of a response for an address with the version, and for one without.
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

    /// Reads all files of a folder and its subfolders, without hidden ones and the pictures of the
    /// guide (``GuidePictures``). Files of a bundle are joined and have no address.
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

    /// The file at a relative path.
    subscript(path: String) -> File? { files[path] }

    /// The link to a file, with a version that changes with its content.
    func link(_ path: String, _ links: SiteLinks) -> String {
        links(.file(path).query(files[path].map { [("v", $0.version)] } ?? []))
    }

    static func isFolder(_ path: String) -> Bool {
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
            let description = LayoutAssets.described[path].map { summary in
                let type = Self.mediaType(of: path).prefix { $0 != ";" }
                return RouteDescription.file(String(type)).called(summary)
            }
            routes.get(
                .file(path), by: .everybody, isPage: false, as: description ?? .pageFile
            ) { request, _ in
                try Self.response(file, to: request)
            }
        }
        // Requested by browsers without SVG icons, and by programs, without a link.
        if let icon = files[LayoutAssets.touchIcon], files[Self.favicon] == nil {
            routes.get(.file(Self.favicon), by: .everybody, isPage: false, as: .pageFile) {
                request, _ in
                try Self.response(icon, to: request)
            }
        }
    }

    private static let favicon = "favicon.ico"

    /// Whether it is an error page, `404.html` or `500.html`, for this server or a proxy, without
    /// an address.
    private static func isErrorPage(_ path: String) -> Bool {
        path.hasSuffix(".html") && !path.contains("/") && Int(path.dropLast(5)) != nil
    }

    /// Responses with a version in the address may be cached forever; others have to be
    /// revalidated.
    ///
    /// - Throws: a 404 for an address with a trailing slash, which the router treats as the same.
    private static func response(_ file: File, to request: Request) throws(SiteError) -> Response {
        guard !request.uri.path.hasSuffix("/") else { throw .notFound() }
        let isVersioned =
            request.uri.query != nil && request.uri.queryParameters.get("v") == file.version
        return Response(
            status: .ok, headers: isVersioned ? file.headersOfVersion : file.headers,
            body: ResponseBody(byteBuffer: file.content))
    }
}
