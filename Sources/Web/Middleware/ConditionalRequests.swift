import HTTPTypes
import Hummingbird

/// Answers 304 where the client has the very content already that an answer carries.
struct ConditionalRequests: RouterMiddleware {
    typealias Context = SiteContext

    func handle(
        _ request: Request, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard request.headers.contains(.ifNoneMatch),
            request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.headers[.eTag],
            EntityTag(String(tag.dropFirst().dropLast())).matches(request)
        else { return response }
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.contentType] = nil
        var notModified = Response(status: .notModified, headers: headers)
        notModified.headers[.contentLength] = nil
        return notModified
    }
}
