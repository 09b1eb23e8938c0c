import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Says that the server is up and its store open: whoever sends visitors to several servers asks here
/// which of them can answer.
struct HealthController: RouteProvider {
    /// How long a database may take to answer.
    private static let patience = Duration.seconds(2)
    private static let content = ByteBuffer(string: "ok\n")
    private static let headers: HTTPFields = [
        .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
        .contentLength: String(content.readableBytes),
    ]

    /// The household, whose database may be away; nil where there is none.
    var household: Household?

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.health, by: .everybody, isPage: false) { _, _ in
            try await household?.checkReach(within: Self.patience)
            return Response(
                status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: Self.content))
        }
    }
}
