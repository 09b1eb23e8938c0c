import Domain
import Foundation
import Hummingbird
import Persistence

/// Changes several items in one transaction, and undoes that.
struct ItemSelectionController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(
            .itemSelection, by: .editors(of: .inventory),
            as: .form(
                .several("key"), .choice("action", ItemSelection.Action.allCases.map(\.rawValue)),
                "location", "newLocation", "assetType", "valueInDollars", "tag", "view"),
            use: update)
        routes.addUndo(ofItems: inventory.selections, of: site) { try $0.undo(in: $1) }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request, mostFields: ItemSelection.mostFields)
        let selection = try ItemSelection(form)
        if selection.action.isElsewhere {
            let target = try await inventory.household.container.read { records in
                try selection.target(site.currency, in: records)
            }
            return site.redirect(to: target, after: request)
        }
        let (change, token) = try await site.change { records in
            let change = try selection.apply(at: site.household.now(), in: records)
            let token = try inventory.selections.log.keep(in: records) { [unowned records] in
                try change.withResult(in: records)
            }
            try site.household.save(records)
            return (change, token)
        }
        let answer = JSONValue.object([
            ("items", .int(change.former.count)),
            ("undo", .string(inventory.links(inventory.selections.path(token)))),
        ])
        return site.changed(
            answer, at: .items, then: try Self.list(form["view"] ?? ""), after: request,
            flash: inventory.selections.done, token: token)
    }

    /// The address of the shown list; the whole list if the view is invalid.
    private static func list(_ view: String) throws -> SitePath {
        let result = try ListQueryReader.readWithFaults(query: view, Items.list.parameters)
        return result.faults.isEmpty ? result.query.address(of: .items) : .items
    }
}
