import Domain
import Foundation
import Persistence

extension Items {
    var moved: FlashMessage? { .itemMoved }

    var moveFields: [RouteParameter] {
        RouteParameter.position + ["place", "fromIndex", "inPlaceOf"]
    }

    func move(
        _ record: Item, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        try ItemOrder.move(record, to: position, in: context)
    }

    func move(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> MovedRecord {
        let (position, expected) = (try ListPosition(form), try OrderPrecondition(form))
        let item = try existing(id, in: context)
        let former = try ItemOrder.index(of: item, in: context) ?? 0
        try expected.check(item, at: former, movingTo: position, in: context)
        try move(item, to: position, in: context)
        try site.household.save(context)
        let index = try ItemOrder.index(of: item, in: context) ?? 0
        let values = ItemValues(item)
        return MovedRecord(
            document: try json(values), path: .item(item.key),
            next: list(showing: values, at: index), moved: (item.key, former))
    }

    /// The page of the list that shows an item, in the order of the list.
    func list(showing item: ItemValues, at index: Int) -> SitePath {
        ListQuery().at(page: index / ListQuery.defaultPerPage + 1).address(of: .items)
            .at(anchor(of: item))
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
                "The order was changed meanwhile, perhaps in another window. “\(item.name)” "
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
