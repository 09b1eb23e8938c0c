import Domain
import Foundation
import Persistence

extension ItemList {
    /// What a window shows of the page, once it is read whole.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    func liveState(_ links: SiteLinks) throws -> LiveState {
        try LiveState(
            rows: items.map { try ItemValues($0, names, isWhole: true).liveRow(links) },
            totals: liveTotals)
    }
}

extension ItemValues {
    /// What a window shows of the item: whatever programs are told of it.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(
            id: recordNumber,
            key: LiveState.Name(attribute: "itemKey", text: key.uuidString),
            showing: json(links))
    }
}
