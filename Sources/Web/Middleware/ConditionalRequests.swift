import HTTPTypes
import Hummingbird

/// Answers 304 if the client already has the content.
enum ConditionalRequests {
    static func finish(_ response: inout Response, to request: Request) {
        guard request.headers.contains(.ifNoneMatch),
            request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.headers[.eTag],
            EntityTag(String(tag.dropFirst().dropLast())).matches(request)
        else { return }
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.contentType] = nil
        var notModified = Response(status: .notModified, headers: headers)
        notModified.headers[.contentLength] = nil
        response = notModified
    }
}
