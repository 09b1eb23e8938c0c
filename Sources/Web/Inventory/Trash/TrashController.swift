import Domain
import Hummingbird
import Persistence

/// The trash: the list, restoring items, deleting them permanently.
struct TrashController: InventoryRoutes {
    let inventory: Inventory
    private let trash: Trash

    init(inventory: Inventory) {
        self.inventory = inventory
        trash = Trash(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let trash = trash
        routes.addList(at: .trash, by: .readers(of: .inventory), of: trash)
        PageActions(trash).addRoutes(to: &routes)
        routes.post(.restoreItem("{id}"), by: .editors(of: .inventory), use: restore)
        routes.post(
            trash.paths.delete("{id}"), by: .editors(of: .inventory).askingAgain, use: delete)
    }

    private func restore(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let item = try await site.change { records in
            let item = try trash.existing(number, in: records)
            item.trashedDate = nil
            try site.household.save(records)
            return try ItemValues(item)
        }
        return site.changed(
            item.json(inventory.links), at: .item(item.key), after: request,
            flash: .recordRestored)
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let item = try await site.change { records in
            let item = try trash.existing(number, in: records)
            let values = try ItemValues(item)
            records.delete(item)
            try site.household.save(records, replacingImageOf: values.key, with: nil)
            return values
        }
        return site.changed(
            item.json(inventory.links), at: .trash, after: request, flash: .itemErased)
    }
}

/// One item in the trash, to restore or to delete permanently.
struct TrashShowPage: TemplatePage {
    static let template = "inventory/trash"

    var layout: LayoutPage
    var name: String
    var thumbnailPath: String
    /// `Furniture · WS-2041 · $1,480`.
    var detail: String
    /// `November 21, 2026`.
    var trashed: String
    /// The day on which it is deleted permanently.
    var deleted: String
    var restorePath: String
    var deletePath: String
    var trashPath: String
}
