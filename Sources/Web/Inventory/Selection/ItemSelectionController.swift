import Domain
import Hummingbird
import Persistence

/// Several items changed at once, in one transaction, and taking that back.
struct ItemSelectionController: InventoryRoutes {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.itemSelection, by: .editors(of: .inventory), use: update)
        routes.post(.undoItemSelection("{token}"), by: .editors(of: .inventory), use: undo)
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
        let logger = context.logger
        let (change, token) = try await inventory.change { records in
            var change = try selection.apply(at: site.household.now(), in: records)
            try site.household.save(records)
            try change.settle(in: records)
            return (change, inventory.selections.keep(change, logger))
        }
        let answer = JSONValue.object([
            ("items", .int(change.former.count)),
            ("undo", .string(token.map { inventory.links(.undoItemSelection($0)) })),
        ])
        return site.changed(
            answer, at: .items, then: try Self.list(form["view"] ?? ""), after: request,
            announcing: .itemsChanged, token: token)
    }

    /// The list as it was looked at. What is no view of it leads to the whole list.
    private static func list(_ view: String) throws -> SitePath {
        let result = try ListQueryReader.readWithFaults(query: view, ItemListRequest.parameters)
        return result.faults.isEmpty ? result.query.address(of: .items) : .items
    }

    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        let count = try await site.undo(
            inventory.selections, context, orElse: .itemsChangedForGood
        ) { change, records -> Int? in
            let count = try change.undo(in: records)
            try site.household.save(records)
            return count
        }
        return site.changed(
            .object([("items", .int(count))]), at: .items, after: request,
            announcing: .recordRestored)
    }
}
