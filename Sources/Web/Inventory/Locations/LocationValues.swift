import Domain
import Persistence

/// A location with what is in it.
struct LocationValues: RecordHolder {
    let record: Location
    /// What it is in, the outermost first.
    let parents: [LocationTree.Node]
    /// How many locations are in it, and in none between.
    let childCount: Int
    /// How many locations are in it, in whatever depth.
    let innerCount: Int
    /// The items that are in it, and in no location in it.
    let own: ItemTotals
    /// The items in it, in whatever depth.
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

    /// `House › Kitchen`; empty for a location that is in none.
    var place: String { parents.map(\.name).joined(separator: LocationTree.separator) }

    /// `House › Kitchen › Drawer`.
    var pathText: String {
        (parents.map(\.name) + [title]).joined(separator: LocationTree.separator)
    }
}
