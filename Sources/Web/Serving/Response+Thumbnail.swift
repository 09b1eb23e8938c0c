import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// The response with a thumbnail. An address with the current version is cacheable forever; any other is
    /// revalidated.
    static func thumbnail(
        _ png: Data, _ tag: EntityTag, version: String, to request: Request
    ) -> Response {
        let isVersioned = request.uri.queryParameters.get("v") == version
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/png", .eTag: tag.text,
                .cacheControl: isVersioned ? "private, max-age=31536000, immutable" : "no-cache",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }
}
