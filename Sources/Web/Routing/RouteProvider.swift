/// What answers addresses: a controller, or a resource.
protocol RouteProvider: Sendable {
    func addRoutes(to routes: inout SiteRoutes)
}
