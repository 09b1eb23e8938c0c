import Domain
import Persistence

/// A location with its contents.
struct LocationValues: RecordHolder {
    let record: Location
    /// The containing locations, outermost first.
    let parents: [LocationTree.Node]
    /// The number of direct sublocations.
    let childCount: Int
    /// The number of sublocations at any depth.
    let innerCount: Int
    /// The totals of the items directly in it.
    let own: ItemTotals
    /// The totals of the items in it at any depth.
    let whole: ItemTotals

    init(_ location: Location, _ tree: LocationTree, _ totals: [Int64?: ItemTotals]) {
        let number = location.savedNumber
        let inner = tree.within(number).dropFirst()
        record = location
        parents = tree.path(to: number).dropLast()
        childCount = inner.count { $0.parent == number }
        innerCount = inner.count
        own = totals[number] ?? ItemTotals()
        whole = inner.reduce(into: own) { $0 += totals[$1.number] ?? ItemTotals() }
    }

    var title: String { record.name ?? "" }

    /// `House › Kitchen`; empty for an outermost location.
    var place: String { parents.map(\.name).joined(separator: LocationTree.separator) }

    /// `House › Kitchen › Drawer`.
    var pathText: String {
        (parents.map(\.name) + [title]).joined(separator: LocationTree.separator)
    }
}
