import Domain
import Persistence

/// What a kept view is, with its place among the others.
struct ItemViewValues: RecordValues {
    let label: ItemViewLabel
    /// The search, the filters and the order in words: `“drill”, Location: Garage`.
    let text: String
    /// From 0.
    let index: Int
    /// How many views there are.
    let count: Int
    let rowVersion: Int64

    var recordNumber: Int64 { label.number }
    var title: String { label.name }

    /// The list that it shows.
    var path: SitePath { label.path }
}

extension ItemViewLabel {
    /// The list that the view shows.
    var path: SitePath {
        // What was kept could be read; should an earlier version have known more, the list says so.
        query.isEmpty ? .items : SitePath.items.query(encoded: query)
    }
}
