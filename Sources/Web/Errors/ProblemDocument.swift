import HTTPTypes
import Hummingbird

/// Formats errors for programs: `application/problem+json` (RFC 9457).
enum ProblemDocument {
    static func response(for error: SiteError) -> Response {
        var members: [(name: String, value: JSONValue)] = [
            ("type", .string("about:blank")),
            ("title", .string(error.title)),
            ("status", .int(error.status.code)),
            ("detail", .string(error.detail)),
        ]
        members += error.members
        if !error.faults.isEmpty { members.append(("faults", .array(error.faults.map(\.json)))) }
        var response = Response(
            status: error.status, headers: error.headers,
            body: ResponseBody(byteBuffer: JSONValue.object(members).buffer))
        response.headers[.contentType] = "application/problem+json"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
