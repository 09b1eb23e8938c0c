/// The asset types.
struct AssetTypesController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(AssetTypes(inventory))
    }
}
