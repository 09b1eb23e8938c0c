import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Sends text compressed to clients that accept it.
///
/// Compressed bodies are cached by entity tag, so that a page or a public file is compressed only
/// once.
struct Compression: Sendable {
    /// The range of sizes to compress: smaller ones are not worth the work, and larger ones would
    /// delay other requests.
    private static let sizes = 1000...4_000_000

    private let cache = ChangeCache<String, ByteBuffer>(limit: 4_000_000) { $0.readableBytes }

    func finish(_ response: inout Response, to request: Request) async throws {
        guard response.status != .notModified, Self.isText(response) else { return }
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        guard request.method == .get, request.takesGzip,
            let length = response.body.contentLength, Self.sizes.contains(length),
            let body = try await compressed(response)
        else { return }
        response.body = ResponseBody(byteBuffer: body)
        response.headers[.contentEncoding] = "gzip"
        // A compressed page is another representation, so its tag is weak (RFC 9110, 8.8.1).
        response.headers[.eTag] = response.headers.first(.eTag).map { "W/" + $0 }
    }

    private static func isText(_ response: Response) -> Bool {
        guard let type = response.headers.first(.contentType) else { return false }
        return type.hasPrefix("text/") || type.hasPrefix("application/json")
            || type.hasPrefix("application/problem+json") || type.hasPrefix("image/svg+xml")
            || type.hasPrefix("application/manifest+json")
    }

    private func compressed(_ response: Response) async throws -> ByteBuffer? {
        // A tag identifies its content forever, so the cache needs no invalidation.
        let tag = response.headers.first(.eTag)
        if let tag, let body = cache.value(for: tag, at: 0) { return body }
        let collected = BodyCollector.Collected()
        try await response.body.write(BodyCollector(into: collected))
        guard let body = Gzip.compressed(collected.buffer) else { return nil }
        if let tag { cache.store(body, for: tag, at: 0) }
        return body
    }
}

extension Request {
    /// Whether the client accepts gzip (RFC 9110, 12.5.3).
    fileprivate var takesGzip: Bool {
        guard let accepted = headers[.acceptEncoding] else { return false }
        return accepted.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
            return !parts.dropFirst().contains {
                ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0)
            }
        }
    }
}
