import HTTPTypes
import Hummingbird

/// Collects the routes of the site, below its base path.
struct SiteRoutes {
    typealias Handler = @Sendable (Request, SiteContext) async throws -> Response

    private let basePath: BasePath
    private(set) var routes: [(method: HTTPRequest.Method, path: RouterPath, handler: Handler)] = []

    init(basePath: BasePath) {
        self.basePath = basePath
    }

    /// Answers GET and HEAD at an address.
    mutating func get(_ address: SitePath, use handler: @escaping Handler) {
        add(.get, address, handler)
    }

    /// Answers POST at an address.
    mutating func post(_ address: SitePath, use handler: @escaping Handler) {
        add(.post, address, handler)
    }

    /// The methods of all addresses.
    var allowedMethods: AllowedMethods {
        routes.reduce(into: AllowedMethods()) { $0.add($1.method, at: $1.path) }
    }

    /// Hands the routes to the router, after its middleware.
    func register(in router: Router<SiteContext>) {
        for route in routes {
            router.on(route.path, method: route.method) { request, context in
                try await route.handler(request, context)
            }
        }
    }

    private mutating func add(
        _ method: HTTPRequest.Method, _ address: SitePath, _ handler: @escaping Handler
    ) {
        routes.append((method, RouterPath(basePath.path + address.path), handler))
    }
}
