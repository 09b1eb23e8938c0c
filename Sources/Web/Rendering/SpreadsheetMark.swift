import HTTPTypes
import Hummingbird
import NIOCore

/// The byte order mark at the beginning of a CSV document, by which a spreadsheet program
/// recognizes UTF-8.
///
/// Exports of people have it; programs that use the plain address get none.
enum SpreadsheetMark {
    private static let parameter = "mark=utf-8"
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The address of a document with the mark.
    static func link(to path: String) -> String {
        path + (path.contains("?") ? "&" : "?") + parameter
    }

    /// A handler that adds the mark if the address asks for it.
    static func adding(to handler: @escaping SiteRoutes.Handler) -> SiteRoutes.Handler {
        { request, context in
            guard let plain = plain(request) else { return try await handler(request, context) }
            var response = try await handler(plain, context)
            guard response.status == .ok else { return response }
            let body = response.body
            response.body = ResponseBody(
                contentLength: body.contentLength.map { $0 + bytes.count }
            ) { writer in
                try await writer.write(ByteBuffer(bytes: bytes))
                try await body.write(writer)
            }
            return response
        }
    }

    /// The request without the parameter for the mark; nil if it has none.
    private static func plain(_ request: Request) -> Request? {
        guard let path = request.head.path, let start = path.firstIndex(of: "?") else { return nil }
        let parameters = path[path.index(after: start)...].split(
            separator: "&", omittingEmptySubsequences: false)
        let others = parameters.filter { $0 != parameter }
        guard others.count < parameters.count else { return nil }
        var head = request.head
        let query = others.joined(separator: "&")
        head.path = path[..<start] + (query.isEmpty ? "" : "?" + query)
        return Request(head: head, body: request.body)
    }
}
