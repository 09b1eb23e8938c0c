import HTTPTypes
import Hummingbird
import NIOCore

/// Says that the server is up and its store open.
struct HealthController: RouteProvider {
    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.health) { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
        }
    }
}
