/// A controller: it adds the routes that it answers.
protocol RouteProvider: Sendable {
    /// Adds the routes of this controller.
    func addRoutes(to routes: inout SiteRoutes)
}
