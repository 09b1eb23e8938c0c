import Domain
import Persistence

/// A kept view with its place among the others.
struct ItemViewValues: RecordHolder {
    let record: ItemView
    /// The search, the filters and the order in words: `“drill”, Location: Garage`.
    let text: String
    /// From 0.
    let index: Int
    /// How many views there are.
    let count: Int

    var title: String { record.name ?? "" }

    /// The list that it shows.
    var path: SitePath { ItemViewLabel(record).path }
}

extension ItemViewLabel {
    /// The list that the view shows.
    var path: SitePath {
        // What was kept could be read; should an earlier version have known more, the list says so.
        query.isEmpty ? .items : SitePath.items.query(encoded: query)
    }
}
