import Domain
import Persistence

/// A saved view with its position among the others.
struct ItemViewValues: RecordHolder {
    let record: ItemView
    /// The search, the filters and the order in words: `“drill”, Location: Garage`.
    let text: String
    /// The position, from 0.
    let index: Int
    /// The number of saved views.
    let count: Int

    var title: String { record.name ?? "" }

    var path: SitePath { ItemViewLabel(record).path }
}

extension ItemViewLabel {
    var path: SitePath {
        // The query could be read when it was saved. If another version of the program wrote it,
        // the list reports the fault.
        query.isEmpty ? .items : SitePath.items.query(encoded: query)
    }
}
