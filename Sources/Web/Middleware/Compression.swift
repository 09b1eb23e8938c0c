import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Sends text compressed to a client that takes it so.
///
/// What was compressed is kept under the tag of the answer, so that a page is compressed once as it
/// is made once, and a file of `Public` once in a run.
struct Compression: Sendable {
    /// Less is not worth the work, and more would hold up other requests of its thread.
    private static let sizes = 1000...4_000_000

    private let kept = ChangeCache<String, ByteBuffer>(limit: 4_000_000) { $0.readableBytes }

    func finish(_ response: inout Response, to request: Request) async throws {
        guard response.status != .notModified, Self.isText(response) else { return }
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        guard request.method == .get, request.takesGzip,
            let length = response.body.contentLength, Self.sizes.contains(length),
            let body = try await compressed(response)
        else { return }
        response.body = ResponseBody(byteBuffer: body)
        response.headers[.contentEncoding] = "gzip"
        // The same page in other bytes has a tag that says as much (RFC 9110, 8.8.1).
        response.headers[.eTag] = response.headers.first(.eTag).map { "W/" + $0 }
    }

    private static func isText(_ response: Response) -> Bool {
        guard let type = response.headers.first(.contentType) else { return false }
        return type.hasPrefix("text/") || type.hasPrefix("application/json")
            || type.hasPrefix("application/problem+json") || type.hasPrefix("image/svg+xml")
            || type.hasPrefix("application/manifest+json")
    }

    private func compressed(_ response: Response) async throws -> ByteBuffer? {
        // A tag stands for its content for good, so nothing that changes makes it worthless.
        let tag = response.headers.first(.eTag)
        if let tag, let body = kept.value(for: tag, at: 0) { return body }
        let collected = BodyCollector.Collected()
        try await response.body.write(BodyCollector(into: collected))
        guard let body = Gzip.compressed(collected.buffer) else { return nil }
        if let tag { kept.keep(body, for: tag, at: 0) }
        return body
    }
}

extension Request {
    /// Whether the client takes what gzip has compressed (RFC 9110, 12.5.3).
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
