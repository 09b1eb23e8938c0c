import Domain
import Foundation
import Hummingbird
import Persistence

/// Moves an item in the manual order.
struct ItemPositionController: RouteProvider {
    let inventory: Inventory

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(
            .itemPosition("{key}"), by: .editors(of: .inventory),
            as: .form(of: RouteParameter.position + ["place", "fromIndex", "inPlaceOf"]),
            use: update)
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let form = try await inventory.site.form(of: request)
        let moved = try await inventory.move(
            key, to: ListPosition(form), expecting: OrderPrecondition(form))
        return inventory.site.changed(
            try moved.item.json(inventory.links), at: .item(key),
            then: .items(showing: moved.item, at: moved.index), after: request,
            flash: .itemMoved, moved: (key, moved.formerIndex))
    }
}

extension Inventory {
    /// Moves an item within the whole list, even if only part of it was shown.
    ///
    /// - Parameter expected: the order that the page showed.
    /// - Throws: a 404; a 409 if the order has changed.
    fileprivate func move(
        _ key: UUID, to position: ListPosition, expecting expected: OrderPrecondition
    ) async throws -> (item: ItemValues, formerIndex: Int, index: Int) {
        try await site.change { context in
            let item = try item(key, in: context)
            let former = try ItemOrder.index(of: item, in: context) ?? 0
            try expected.check(item, at: former, movingTo: position, in: context)
            try ItemOrder.move(item, to: position, in: context)
            try household.save(context)
            let index = try ItemOrder.index(of: item, in: context) ?? 0
            return (try ItemValues(item), former, index)
        }
    }
}

/// The order that the page showed when the user moved an item: its former index, and the item at
/// its target.
///
/// The page may be hours old. A form without these fields moves the item in any case.
struct OrderPrecondition: Sendable {
    private var index: Int?
    private var displaced: UUID?

    /// Reads a form: `fromIndex` from 0, and `inPlaceOf`, an item's key.
    ///
    /// - Throws: ``SiteError`` 422 if one of them is invalid.
    init(_ form: FormData) throws(SiteError) {
        if let text = form["fromIndex"] {
            guard let number = Int(text), number >= 0 else { throw Self.refusal("fromIndex", text) }
            index = number
        }
        if let text = form["inPlaceOf"] {
            guard let key = UUID(uuidString: text) else { throw Self.refusal("inPlaceOf", text) }
            displaced = key
        }
    }

    /// Compares it with the saved order.
    ///
    /// - Throws: ``SiteError`` 409 if the order has changed.
    func check(
        _ item: Item, at present: Int, movingTo position: ListPosition,
        in context: ManagedObjectContext
    ) throws {
        var isSame = index ?? present == present
        if let displaced, case .index(let target) = position {
            let other = try Item.find(displaced, in: context)
            isSame =
                try isSame
                && other.flatMap { try ItemOrder.index(of: $0, in: context) } == target
        }
        guard isSame else {
            throw SiteError.stale(
                "The order was changed meanwhile, perhaps in another window. “\(item.itemName ?? "")” "
                    + "stays in place \(present + 1).")
        }
    }

    private static func refusal(_ field: String, _ text: String) -> SiteError {
        .unprocessable(
            "The item was not moved", field,
            field == "fromIndex" ? "Index before" : "Item in its place",
            "“\(text.prefix(100))” is neither an index nor a key")
    }
}
