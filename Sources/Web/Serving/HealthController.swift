import HTTPTypes
import Hummingbird
import NIOCore

/// Says that the server is up and its store open.
struct HealthController: RouteProvider {
    private static let content = ByteBuffer(string: "ok\n")
    private static let headers: HTTPFields = [
        .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
        .contentLength: String(content.readableBytes),
    ]

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.health, by: .everybody, isPage: false) { _, _ in
            Response(
                status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: Self.content))
        }
    }
}
