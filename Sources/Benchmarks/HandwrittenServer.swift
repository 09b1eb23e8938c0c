import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A server on the same Hummingbird with only a router and a handler: without the program's
/// middleware, templates, entity tags and log.
struct HandwrittenServer {
    private let store: HandwrittenStore
    private let views: [HandwrittenView.Kind: HandwrittenView]

    /// - Parameter page: a page of the list from the program; other pages are beside it, as far as
    ///   they are needed.
    init(store: String, page: String) throws {
        self.store = try HandwrittenStore(store: store, page: page)
        var views: [HandwrittenView.Kind: HandwrittenView] = [:]
        for kind in HandwrittenView.Kind.allCases {
            let file = ServedInventory.page(of: kind, beside: page)
            guard FileManager.default.fileExists(atPath: file) else { continue }
            views[kind] = try HandwrittenView(
                kind, store: store, page: String(contentsOfFile: file, encoding: .utf8))
        }
        self.views = views
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
            return try Self.page(key.flatMap { try store.html(key: $0) })
        }
        router.get("/items") { [store, views] request, _ in
            if let search = request.uri.queryParameters.get("q") {
                let words = search.replacing("+", with: " ")
                return try Self.page(views[.search]?.html("%\(words)%"))
            }
            let page = request.uri.queryParameters.get("page").flatMap { Int($0) } ?? 1
            return try Self.page(store.html(page: page))
        }
        router.get("/locations/:number") { [views] _, context in
            try Self.page(views[.location]?.html(context.parameters.get("number") ?? ""))
        }
        for (path, kind) in [("/report", HandwrittenView.Kind.report), ("/labels", .labels)] {
            router.get(RouterPath(path)) { [views] request, _ in
                let location = request.uri.queryParameters.get("location") ?? ""
                return try Self.page(views[kind]?.html(location))
            }
        }
        try await Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: port))
        ).runService()
    }

    private static func page(_ html: String?) throws -> Response {
        guard let html else { throw HTTPError(.notFound) }
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
