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
        return try await site.answer(request, context, orRefuse: "The items were not changed") {
            try await change(ItemSelection(form), form, after: request)
        } showing: { refusal in
            try await page(form, refusal)
        }
    }

    private func change(
        _ selection: ItemSelection, _ form: FormData, after request: Request
    ) async throws -> Response {
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
            answer, at: .items, then: try view(of: form).query.at(page: 1).address(of: .items),
            after: request, flash: inventory.selections.done, token: token)
    }

    /// The list with the form again, with what was ticked and typed.
    private func page(
        _ form: FormData, _ refusal: ValidationErrors
    ) async throws -> ItemIndexPage {
        var items = Items(inventory: inventory, isSelecting: true)
        items.ticked = Set(form.values("key").compactMap { UUID(uuidString: $0) })
        let view = try view(of: form)
        return try await inventory.household.container.read { [items] records in
            var page = try items.indexPage(view, in: records)
            // Without rows, the page has no form.
            if !page.list.hasRows { page = try items.indexPage(ListRequest(), in: records) }
            guard page.list.hasRows else { throw refusal.error("The items were not changed") }
            let shown = page.list.table.rows.compactMap { UUID(uuidString: $0.key) }
            let others = try records.fetch(
                FetchRequest<Item>(
                    FetchExpression.key("itemKey").isIn(Array(items.ticked.subtracting(shown)))
                        && FetchExpression.key("trashedDate") == nil,
                    sortBy: [SortDescriptor(\.orderingValue)]))
            page.selection.show(form, refusal, others: others.map(\.key))
            return page
        }
    }

    /// The view of the list that was shown; the whole list if it is invalid.
    private func view(of form: FormData) throws -> ListRequest {
        let view = try Items.view(
            query: form["view"] ?? "", inventory.household.container.coordinator.layout)
        return view.faults.isEmpty ? view : ListRequest()
    }
}
