import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// Collects the routes of the site, with its base path.
///
/// Each route has to state who may use it.
struct SiteRoutes {
    typealias Handler = @Sendable (Request, SiteContext) async throws -> Response

    /// A method at an address.
    struct Route: Sendable {
        let method: HTTPRequest.Method
        /// The address below the base path.
        let address: SitePath
        let path: RouterPath
        /// The users who may use it.
        let access: Access
        /// Whether a person sees the response as a page, so that a browser that has not signed in is
        /// redirected to the sign-in. Pictures and responses for programs are refused instead.
        let isPage: Bool
        /// Its input and its response.
        let description: @Sendable () -> RouteDescription
    }

    let basePath: BasePath
    private(set) var routes: [Route] = []
    /// The handlers of the routes.
    private var handlers: [Handler] = []
    /// All routes, once they are registered.
    let listing = RouteListing()

    init(basePath: BasePath) {
        self.basePath = basePath
    }

    /// Adds a handler for GET and HEAD.
    ///
    /// - Parameters:
    ///   - access: the users who may use it.
    ///   - isPage: whether it is a page; addresses that end in `.json`, `.csv` or `.events` never
    /// are.
    ///   - description: its input and its response. Default: derived from the address.
    ///   - json, csv, events: the handlers of the same address with an ending. Default: there is none.
    mutating func get(
        _ address: SitePath, by access: Access, isPage: Bool = true,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription =
            RouteDescription(), use handler: @escaping Handler, json: Handler? = nil,
        csv: Handler? = nil, events: Handler? = nil
    ) {
        let twins = [(address.json, json), (address.csv, csv), (address.events, events)]
        for case (let twin, let handler?) in twins {
            get(twin, by: access, as: description(), use: handler)
        }
        let isForPrograms = [".json", ".csv", ".events"].contains { address.path.hasSuffix($0) }
        let isTable = address.path.hasSuffix(".csv")
        add(
            .get, address, access, isPage: isPage && !isForPrograms, description,
            isTable ? SpreadsheetMark.adding(to: handler) : handler)
    }

    /// Adds a handler for POST.
    ///
    /// - Parameters:
    ///   - access: the users who may use it.
    ///   - description: the form and the response. Default: an empty form.
    mutating func post(
        _ address: SitePath, by access: Access,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription =
            RouteDescription(), use handler: @escaping Handler
    ) {
        add(.post, address, access, isPage: false, description, handler)
    }

    /// The methods of all addresses.
    var allowedMethods: AllowedMethods {
        routes.reduce(into: AllowedMethods()) { $0.add($1.method, at: $1.path) }
    }

    /// Registers the routes, after the router's middleware.
    ///
    /// - Parameters:
    ///   - now: the clock.
    ///   - lookAgain: checks once more whether the password was given recently. Default: it was
    /// not.
    ///   - keepForm: stores the form of a request that is answered with a request for the password.
    /// Default: it is lost.
    func register(
        in router: Router<SiteContext>, now: @escaping @Sendable () -> Date = { Date() },
        lookAgain: @escaping @Sendable (Request, SiteContext) async throws -> Void = { _, _ in },
        keepForm: @escaping @Sendable (Request, SiteContext) async -> Void = { _, _ in }
    ) {
        listing.take(routes)
        let links = SiteLinks(basePath: basePath)
        for (route, handler) in zip(routes, handlers) {
            router.on(route.path, method: route.method) { request, context in
                if route.access.asksAgain, !context.viewer.isFresh(at: now()) {
                    try await lookAgain(request, context)
                }
                let refusal = try context.viewer.refusal(of: request, to: route, links, at: now())
                if let refusal {
                    if route.method == .post { await keepForm(request, context) }
                    return refusal
                }
                guard route.method == .post else {
                    return try await handler(request, context)
                }
                return try await Author.$name.withValue(context.viewer.author) {
                    try await handler(request, context)
                }
            }
        }
    }

    private mutating func add(
        _ method: HTTPRequest.Method, _ address: SitePath, _ access: Access, isPage: Bool,
        _ description: @escaping @Sendable () -> RouteDescription, _ handler: @escaping Handler
    ) {
        routes.append(
            Route(
                method: method, address: address,
                path: RouterPath(basePath.path + address.path), access: access, isPage: isPage,
                description: description))
        handlers.append(handler)
    }
}

/// What answers addresses: a controller, or a resource.
protocol RouteProvider: Sendable {
    func addRoutes(to routes: inout SiteRoutes)
}
