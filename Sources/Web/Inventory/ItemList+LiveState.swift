import Domain
import Foundation
import Persistence

extension ItemList {
    /// What a window shows of the page.
    func liveState(_ links: SiteLinks) -> LiveState {
        let labels = labelsByNumber
        return LiveState(
            rows: items.map { item in
                let number = item.assetType?.objectID.recordNumber
                return ItemValues(item, assetType: number.flatMap { labels[$0] }).liveRow(links)
            },
            totals: [
                ("total", .int(total)),
                (
                    "totals",
                    .object([("valueInDollars", .int(Int(totals.valueInDollars)))])
                ),
            ])
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
