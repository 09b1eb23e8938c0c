import Domain
import Hummingbird
import Persistence

/// The items: their list, in other formats too, their pages and forms, and the deletion, which moves
/// them to the trash.
struct ItemsController: InventoryRoutes {
    let inventory: Inventory
    private let downloads = FolderDownloads()

    init(inventory: Inventory) {
        self.inventory = inventory
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let (items, actions) = (inventory.items, ResourceActions(inventory.items))
        let (readers, editors) = (Access.readers(of: .inventory), Access.editors(of: .inventory))
        routes.addList(at: .items, by: readers, of: items)
        routes.get(
            .itemSelection, by: editors,
            as: RouteDescription(
                summary: "Choose several items", query: Items.list.parameters.described),
            use: ListActions(Items(inventory: inventory, isSelecting: true)).index)
        routes.get(
            .homeboxItems, by: readers, isPage: false, as: .list(Items.list.parameters, of: .any),
            use: indexHomebox)
        routes.get(
            .itemArchive, by: readers, isPage: false, as: .list(Items.list.parameters, of: .any),
            use: indexArchive)
        routes.get(.newItem, by: editors, as: .opening(items.formFields), use: actions.new)
        routes.post(.items, by: editors, as: .adding(to: items), use: actions.create)
        PageActions(items).addRoutes(to: &routes)
        actions.addEditRoutes(to: &routes)
        routes.post(
            .deleteItem("{key}"), by: editors, as: .document(ItemValues.schema), use: delete)
    }

    private func indexHomebox(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try inventory.items.view(request)
        try list.check()
        return try await HomeboxTable(list, inventory).response()
    }

    /// The items of a view with photos and documents, as a zip file for the import.
    private func indexArchive(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try inventory.items.view(request)
        try list.check()
        let name = "items-\(CalendarDay.today())"
        let archive = ItemArchive(list, inventory)
        let download = try downloads.begin(
            as: name, of: inventory.household, context.logger, archive.write)
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let item = try await inventory.delete(context.itemKey)
        return site.changed(
            try item.json(inventory.links), at: .items, after: request, flash: .itemDeleted,
            token: String(item.recordNumber))
    }
}
