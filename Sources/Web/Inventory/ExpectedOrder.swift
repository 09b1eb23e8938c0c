import Domain
import Foundation
import Persistence

/// The order of the items as the page had it on which a person moved one: its index before, and
/// which item stood where it was let go.
///
/// The page may be hours old. A form that says nothing of it moves the item in any case.
struct ExpectedOrder: Sendable {
    private var index: Int?
    private var displaced: UUID?

    init() {}

    /// Reads a form: `fromIndex` from 0, and `inPlaceOf`, an item's key.
    ///
    /// - Throws: ``SiteError`` 422 if one of them cannot be read.
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

    /// Compares with the order as it is saved.
    ///
    /// - Throws: ``SiteError`` 409 if it is another one.
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
            "The item was not moved",
            faults: [
                FormFault(
                    field: field,
                    label: field == "fromIndex" ? "Index before" : "Item in its place",
                    message: "“\(text.prefix(100))” is neither an index nor a key")
            ])
    }
}
