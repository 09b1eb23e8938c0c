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
        let (change, token) = try await site.change { records in
            let change = try selection.apply(at: site.household.now(), in: records)
            let token = try inventory.selections.keep(in: records) { [unowned records] in
                try change.withResult(in: records)
            }
            try site.household.save(records)
            return (change, token)
        }
        let answer = JSONValue.object([
            ("items", .int(change.former.count)),
            ("undo", .string(inventory.links(.undoItemSelection(token)))),
        ])
        return site.changed(
            answer, at: .items, then: try Self.list(form["view"] ?? ""), after: request,
            flash: .itemsChanged, token: token)
    }

    /// The address of the shown list; the whole list if the view is invalid.
    private static func list(_ view: String) throws -> SitePath {
        let result = try ListQueryReader.readWithFaults(query: view, Items.list.parameters)
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
            flash: .recordRestored)
    }
}

/// A change of several items with their former state, so that it can be undone.
struct ItemSelectionChange: Sendable, Codable {
    /// The state of an item that such a change affects.
    struct State: Sendable, Equatable, Codable {
        let number: Int64
        var location: Int64?
        var container: Int64?
        var assetType: Int64?
        var valueInDollars: Int32
        /// Only set for changes of tags.
        var tags: Set<Int64> = []
        var isTrashed: Bool

        init(_ item: Item, _ action: ItemSelection.Action) {
            if action == .tag || action == .untag {
                tags = Set(item.tags.compactMap(\.objectID.recordNumber))
            }
            number = item.savedNumber
            location = item.location?.objectID.recordNumber
            container = item.container?.objectID.recordNumber
            assetType = item.assetType?.objectID.recordNumber
            valueInDollars = item.valueInDollars
            isTrashed = item.isTrashed
        }
    }

    let action: ItemSelection.Action
    /// The former state of the items.
    let former: [State]
    /// The state of the items after the change.
    private(set) var present: [Int64: State] = [:]
    /// `3 items were moved to “Attic”.`
    private(set) var text = ""

    init(_ action: ItemSelection.Action, former: [State]) {
        self.action = action
        self.former = former
    }

    /// Sets the text of the notice.
    ///
    /// - Parameter other: the text if nothing changed.
    mutating func note(_ done: String, none other: String? = nil) {
        let verb = former.count == 1 ? "was" : "were"
        text = "\(ItemCount.text(former.count)) \(verb) \(other ?? done)."
    }

    /// The change with the state of the items after it.
    ///
    /// - Throws: errors of the store.
    func withResult(in context: ManagedObjectContext) throws -> Self {
        var change = self
        for state in former {
            let item = try context.existingObject(Item.self, recordNumber: state.number)
            change.present[state.number] = item.map { State($0, action) }
        }
        return change
    }

    /// Restores the former state of the items, except for those that changed since.
    ///
    /// - Returns: the number of restored items.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> Int {
        var count = 0
        for state in former {
            guard let item = try context.existingObject(Item.self, recordNumber: state.number),
                State(item, action) == present[state.number]
            else { continue }
            switch action {
            case .move:
                item.location = try state.location.flatMap { try Location.find($0, in: context) }
                item.container = try state.container.flatMap {
                    try context.existingObject(Item.self, recordNumber: $0)
                }
            case .type:
                item.assetType = try state.assetType.flatMap { try AssetType.find($0, in: context) }
            case .tag, .untag:
                item.setTags(Set(try state.tags.compactMap { try Tag.find($0, in: context) }))
            case .value: item.valueInDollars = state.valueInDollars
            case .delete: item.trashedDate = nil
            case .print, .sell: break
            }
            count += 1
        }
        return count
    }
}
