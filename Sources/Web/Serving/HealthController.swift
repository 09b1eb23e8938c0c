import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers whether the server is running and its store is open, for load balancers.
struct HealthController: RouteProvider {
    /// The time limit for the database.
    private static let timeout = Duration.seconds(2)
    private static let content = ByteBuffer(string: "ok\n")
    private static let headers: HTTPFields = [
        .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
        .contentLength: String(content.readableBytes),
    ]

    /// The household, whose database may be away; nil for a server without one.
    var household: Household?

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.health, by: .everybody, isPage: false, as: .file("text/plain")) { _, _ in
            try await household?.checkReach(within: Self.timeout)
            return Response(
                status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: Self.content))
        }
    }
}
