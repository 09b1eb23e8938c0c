import Domain
import HTTPTypes
import Hummingbird
import Persistence
import ServiceLifecycle

extension Site {
    /// Streams the changes of an address's view until the window is closed.
    ///
    /// - Parameters:
    ///   - entities: the entities that the view depends on; nil, the default, for all.
    ///   - read: reads the view.
    /// - Throws: a 503 if too many windows are open, and errors of reading the view.
    func events(
        for request: Request, dependingOn entities: Set<EntityName>? = nil,
        _ read: @escaping @Sendable (ManagedObjectContext) throws -> LiveState
    ) async throws -> Response {
        let query = request.uri.queryParameters.filter { $0.key != "editing" }
            .map { "\($0.key)=\($0.value)" }
        let view = LiveView(
            key: request.uri.path + "?" + query.joined(separator: "&"), entities: entities,
            read: read)
        let connection = LiveConnection(
            try await live.open(
                view, lastEventID: request.headers[.lastEventID],
                isEditing: request.uri.queryParameters.get("editing") == "yes"))
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                // A buffering proxy would keep events from the window.
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                // The server waits for its connections before it stops services.
                try await withGracefulShutdownHandler {
                    // Notices a closed window at once, and not only with the next comment.
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        for await buffer in connection.window.buffers {
                            try await writer.write(buffer)
                        }
                    } onInboundClosed: {
                        connection.window.end()
                    }
                } onGracefulShutdown: {
                    connection.window.end()
                }
                try await writer.finish(nil)
            })
    }
}
