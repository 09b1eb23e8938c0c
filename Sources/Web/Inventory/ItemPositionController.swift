import Domain
import Foundation
import Hummingbird

/// The place of an item in the owner's order.
struct ItemPositionController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.itemPosition("{key}"), by: .editors(of: .inventory), use: update)
    }

    @Sendable
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await inventory.site.form(of: request)
        let moved = try await inventory.move(
            key, to: ItemPosition(form), expecting: ExpectedOrder(form))
        return inventory.site.changed(
            moved.item.json(inventory.links), at: .item(key),
            then: .items(showing: moved.item, at: moved.index), after: request,
            announcing: .itemMoved, moved: (key, moved.formerIndex))
    }
}
