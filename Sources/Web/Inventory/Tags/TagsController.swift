/// The tags.
struct TagsController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(Tags(inventory))
    }
}
