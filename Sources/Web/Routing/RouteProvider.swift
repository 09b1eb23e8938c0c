/// A controller, which adds its routes.
protocol RouteProvider: Sendable {
    func addRoutes(to routes: inout SiteRoutes)
}

/// A controller, which adds the routes of one resource.
struct ResourceController: RouteProvider {
    let resource: any Resource

    func addRoutes(to routes: inout SiteRoutes) { routes.add(resource) }
}
