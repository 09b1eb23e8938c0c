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
        self.store = try HandStore(store: store, page: page)
    }

    func run(port: Int) async throws {
        let router = Router()
        router.get("/empty") { _, _ in Response(status: .ok) }
        router.get("/file") { request, _ in
            let count = request.uri.queryParameters.get("bytes").flatMap { Int($0) } ?? 0
            return Response(
                status: .ok, headers: [.contentType: "text/css"],
                body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x20, count: count)))
        }
        router.get("/items/:key") { [store] _, context in
            let key = context.parameters.get("key").flatMap { UUID(uuidString: $0) }
            guard let key, let html = try store.html(key: key) else {
                throw HTTPError(.notFound)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
        }
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
