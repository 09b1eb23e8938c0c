import Domain
import Foundation
import Persistence

/// The location of an item.
struct ItemLocation: Sendable, Hashable {
    let number: Int64
    let name: String
    /// `House › Kitchen › Drawer`.
    let path: String

    init(_ location: Location) {
        number = location.savedNumber
        name = location.name ?? ""
        let parents = sequence(first: location, next: \.parent).map { $0.name ?? "" }
        path = parents.reversed().joined(separator: LocationTree.separator)
    }

    init(_ node: LocationTree.Node, _ tree: LocationTree) {
        number = node.number
        name = node.name
        path = tree.pathText(to: node.number)
    }
}

/// The item that contains an item.
struct ItemContainer: Sendable {
    let key: UUID
    let name: String
    let number: Int64
    let recordNumber: Int64
    let isTrashed: Bool

    init(_ item: Item) {
        recordNumber = item.savedNumber
        isTrashed = item.isTrashed
        key = item.key
        name = item.itemName ?? ""
        number = item.itemNumber
    }

    /// The text in a form: `A-0007 Toolbox`.
    var text: String { "\(ItemNumber.text(number)) \(name)" }
}
