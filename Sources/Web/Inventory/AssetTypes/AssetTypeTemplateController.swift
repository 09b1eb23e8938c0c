import Domain
import Hummingbird

/// The form that chooses the template of an asset type.
struct AssetTypeTemplateController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        let types = AssetTypes(inventory: inventory, isOfTemplate: true)
        let (actions, editors) = (ResourceActions(types), Access.editors(of: .inventory))
        routes.get(.assetTypeTemplate("{id}"), by: editors, use: actions.edit)
        routes.post(
            .assetTypeTemplate("{id}"), by: editors,
            as: .updating(types).called("Choose the template of a type"), use: actions.update)
    }
}
