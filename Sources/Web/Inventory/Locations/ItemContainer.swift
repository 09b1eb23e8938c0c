import Domain
import Foundation

/// The item that an item is in.
struct ItemContainer: Sendable {
    let key: UUID
    let name: String
    let number: Int64

    init(_ item: Item) {
        key = item.key
        name = item.itemName ?? ""
        number = item.itemNumber
    }

    /// As it stands in a form: `A-0007 Toolbox`.
    var text: String { "\(ItemNumber.text(number)) \(name)" }
}
