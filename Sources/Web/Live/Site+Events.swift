import Domain
import HTTPTypes
import Hummingbird
import Persistence
import ServiceLifecycle

extension Site {
    /// Answers with what becomes of the view of an address, until the window is closed.
    ///
    /// - Parameters:
    ///   - entities: what the view is made of; nil, the default, for all entities.
    ///   - read: reads the view.
    /// - Throws: a 503 if too many windows are open, and what reading the view throws.
    func events(
        for request: Request, madeOf entities: Set<EntityName>? = nil,
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
                // A proxy that collects answers would keep the events from the window.
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                // The server waits for its connections before any service is told to stop.
                try await withGracefulShutdownHandler {
                    // A browser that leaves is gone at once for others, not with the next sign.
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
