/// The locations.
struct LocationsController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(Locations(inventory))
    }
}
