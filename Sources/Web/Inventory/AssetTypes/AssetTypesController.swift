/// The asset types.
struct AssetTypesController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(ResourceActions(AssetTypes(inventory)))
    }
}
