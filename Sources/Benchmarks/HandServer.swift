import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A server on the same Hummingbird, without anything that the real program adds: no middleware,
/// templates, entity tags or log, only a router and a handler.
struct HandServer {
    private let store: HandStore

    init(store: String, page: String) throws {
        self.store = try HandStore(
            store: store, page: String(contentsOfFile: page, encoding: .utf8))
    }

    func run(port: Int) async throws {
        let router = Router()
        router.get("/empty") { _, _ in Response(status: .ok) }
        router.get("/items") { [store] request, _ in
            let page = request.uri.queryParameters.get("page").flatMap { Int($0) } ?? 1
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try store.html(page: page))))
        }
        try await Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: port))
        ).runService()
    }
}
