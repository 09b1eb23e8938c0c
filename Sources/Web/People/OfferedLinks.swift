import HTTPTypes
import Hummingbird

/// The links and forms that pages offer to a viewer with limited access.
struct OfferedLinks: Sendable {
    let viewer: Viewer
    let routes: RouteAccess

    /// Whether the viewer may use an address of this site, as it is written in a page.
    func offers(_ method: HTTPRequest.Method, _ link: String) -> Bool {
        guard let access = routes.access(method, link) else { return true }
        return viewer.may(access) && !(access.asksAgain && viewer.isScript)
    }
}

/// The access that the routes of a site require, by their addresses.
struct RouteAccess: Sendable {
    /// What addresses have in common with the routes that may answer them.
    private struct Shape: Hashable {
        let method: HTTPRequest.Method
        let segmentCount: Int
        /// The first segment below the base path.
        let first: Substring
    }

    private let routes: [Shape: [SiteRoutes.Route]]
    private let base: Int

    init(_ routes: SiteRoutes) {
        let base = routes.basePath.path.split(separator: "/").count
        self.base = base
        self.routes = Dictionary(grouping: routes.routes) { route in
            Shape(
                method: route.method, segmentCount: route.path.count,
                first: route.path.dropFirst(base).first.map { Substring($0.description) } ?? "")
        }
    }

    /// The access of the route that answers an address; nil if it is none of this site.
    func access(_ method: HTTPRequest.Method, _ link: String) -> Access? {
        guard link.hasPrefix("/") else { return nil }
        let segments = link.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let shape = Shape(
            method: method, segmentCount: segments.count,
            first: segments.dropFirst(base).first ?? "")
        return routes[shape]?.filter { AllowedMethods.matches($0.path, segments) }
            .max { AllowedMethods.literals($0.path) < AllowedMethods.literals($1.path) }?.access
    }
}
