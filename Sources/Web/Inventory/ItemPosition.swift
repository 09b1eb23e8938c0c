import Domain
import Foundation
import Hummingbird
import Persistence

/// The position to which a form moves an item.
enum ItemPosition: Sendable {
    /// An index of the whole list; an index after the end means the end.
    case index(Int)
    /// A step, or one end of the list.
    case step(ItemOrder.Step)

    /// Reads a form: `toIndex` from 0, or `place` from 1, or `move`.
    ///
    /// - Throws: ``SiteError`` 422 if there is none of them, or it is invalid.
    init(_ form: FormData) throws(SiteError) {
        var decoder = FormDecoder(form)
        if let text = form["toIndex"] {
            self = .index(try Self.number(text, "toIndex", "Index", from: 0))
        } else if let text = form["place"] {
            self = .index(try Self.number(text, "place", "Place", from: 1) - 1)
        } else if let step: ItemOrder.Step = decoder.choice("move", label: "Move").value {
            self = .step(step)
        } else {
            let missing = FieldError(
                field: "toIndex", label: "Position", message: "give toIndex, or move")
            throw Self.refusal(decoder.faults.first ?? missing)
        }
    }

    /// A number too large for an integer is after the end of any list.
    private static func number(
        _ text: String, _ field: String, _ label: String, from first: Int
    ) throws(SiteError) -> Int {
        let text = text.filter { !$0.isWhitespace }
        let isLong = text.count > 18 && text.allSatisfy { $0.isASCII && $0.isNumber }
        guard let number = isLong ? Int.max : Int(text) else {
            throw refusal(
                FieldError(
                    field: field, label: label,
                    message: "“\(text.prefix(100))” is not a whole number"))
        }
        guard number >= first else {
            throw refusal(
                FieldError(
                    field: field, label: label,
                    message: "it has to be at least \(first), not \(number)"))
        }
        return number
    }

    private static func refusal(_ fault: FieldError) -> SiteError {
        .unprocessable("The item was not moved", faults: [fault])
    }
}

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
            key, to: ItemPosition(form), expecting: OrderPrecondition(form))
        return inventory.site.changed(
            moved.item.json(inventory.links), at: .item(key),
            then: .items(showing: moved.item, at: moved.index), after: request,
            flash: .itemMoved, moved: (key, moved.formerIndex))
    }
}

/// The order that the page showed when the user moved an item: its former index, and the item at
/// its target.
///
/// The page may be hours old. A form without these fields moves the item in any case.
struct OrderPrecondition: Sendable {
    private var index: Int?
    private var displaced: UUID?

    init() {}

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
        _ item: Item, at present: Int, movingTo position: ItemPosition,
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
