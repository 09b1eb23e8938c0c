import Domain
import Foundation
import Persistence

/// The item that an item is in.
struct ItemContainer: Sendable {
    let key: UUID
    let name: String
    let number: Int64
    let recordNumber: Int64
    let isTrashed: Bool

    init(_ item: Item) {
        recordNumber = item.objectID.recordNumber ?? 0
        isTrashed = item.isTrashed
        key = item.key
        name = item.itemName ?? ""
        number = item.itemNumber
    }

    /// As it stands in a form: `A-0007 Toolbox`.
    var text: String { "\(ItemNumber.text(number)) \(name)" }
}
