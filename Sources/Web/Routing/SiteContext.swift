import Hummingbird
import Logging

/// The state of a request.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The time spent in the parts of the request.
    let timing = ServerTiming()
    /// The sender of the request.
    let client: Client

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = Client(source.channel.remoteAddress)
    }

    /// The current user.
    var viewer: Viewer { client.viewer }

    /// The server's log metadata key for the request ID.
    static let requestIDKey = "hb.request.id"

    /// The request ID, in logs and in the response.
    var requestID: String { logger[metadataKey: Self.requestIDKey].map { "\($0)" } ?? "" }

    /// The value of a placeholder in the route.
    ///
    /// - Throws: a 404 if the route does not have it, or its text is not a valid value.
    func parameter<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = String.self
    ) throws(SiteError) -> Value {
        guard let text = parameters.get(name), let value = Value(text) else { throw .notFound() }
        return value
    }
}

/// The addresses whose responses are the same for everyone: public files and the health check. They
/// need no authentication, which would read the accounts' store.
struct OpenAddresses: Sendable {
    private let paths: Set<String>

    /// Takes public routes without placeholders that are not pages.
    init(_ routes: SiteRoutes) {
        let open = routes.routes.filter {
            $0.method == .get && $0.access == .everybody && !$0.isPage
        }
        paths = Set(open.map(\.path.description).filter { !$0.contains("{") })
    }

    /// Whether a request reads one of them.
    func contains(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && paths.contains(request.uri.path)
    }
}
