/// The sheets of labels of the household's own.
struct LabelSheetsController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.add(LabelSheets(inventory))
    }
}
