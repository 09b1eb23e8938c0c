/// A controller, which adds its routes.
protocol RouteProvider: Sendable {
    func addRoutes(to routes: inout SiteRoutes)
}
