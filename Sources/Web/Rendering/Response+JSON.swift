import HTTPTypes
import Hummingbird

extension Response {
    /// A response for programs.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        let buffer = value.buffer
        var hash = ContentHash()
        buffer.withUnsafeReadableBytes { hash.add($0) }
        return Response(
            status: status,
            headers: [
                .contentType: "application/json", .cacheControl: "no-cache",
                .eTag: EntityTag(hash.text).text,
            ],
            body: ResponseBody(byteBuffer: buffer))
    }
}
