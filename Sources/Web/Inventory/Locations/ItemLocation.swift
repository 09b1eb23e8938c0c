import Domain
import Persistence

/// Where an item is.
struct ItemLocation: Sendable, Hashable {
    let number: Int64
    let name: String
    /// `House › Kitchen › Drawer`.
    let path: String

    init(_ location: Location) {
        number = location.objectID.recordNumber ?? 0
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
