import Domain
import Foundation
import Persistence

/// What an item holds, apart from any context; the thumbnail is left in the store.
struct ItemValues: Sendable {
    let key: UUID
    let recordNumber: Int64
    let name: String
    let serialNumber: String
    let valueInDollars: Int32
    let dateCreated: Date
    let orderingValue: Double
    let assetType: AssetTypeLabel?
    let notes: String
    /// The day on which it was sold; nil while it is the household's.
    let soldDay: CalendarDay?
    let rowVersion: Int64
    /// A text that changes with the thumbnail; nil if there is none.
    let thumbnailVersion: String?

    init(_ item: Item) {
        self.init(item, assetType: item.assetType.map(AssetTypeLabel.init))
    }

    /// The values of an item whose type's name is known already.
    init(_ item: Item, assetType: AssetTypeLabel?) {
        key = item.key
        recordNumber = item.objectID.recordNumber ?? 0
        name = item.itemName ?? ""
        serialNumber = item.serialNumber ?? ""
        valueInDollars = item.valueInDollars
        dateCreated = item.dateCreated ?? Date(timeIntervalSinceReferenceDate: 0)
        orderingValue = item.orderingValue
        self.assetType = assetType
        notes = item.notes ?? ""
        soldDay = item.soldDate.map(CalendarDay.init)
        rowVersion = item.rowVersion
        thumbnailVersion = item.thumbnailVersion
    }

    var hasThumbnail: Bool { thumbnailVersion != nil }

    /// The value as people read it; empty for items of unknown value.
    ///
    /// The model keeps a number that is 0 where none was given, so 0 can mean either. Who leaves the
    /// field empty has not said that the thing is worth nothing, and a list full of `$0` would
    /// say so; who means nothing loses little by an empty cell, as totals are the same.
    var valueText: String {
        valueInDollars == 0 ? "" : WholeDollars.text(Int(valueInDollars))
    }

    /// The value as it stands in a form.
    var valueField: String { valueInDollars == 0 ? "" : String(valueInDollars) }

    /// What stands in the fields of the item's form. The photo is none of them: it stays unless the
    /// form brings another.
    var texts: [String: String] {
        [
            "itemName": name, "serialNumber": serialNumber, "valueInDollars": valueField,
            "assetType": assetType.map { String($0.number) } ?? "",
            "notes": notes,
        ]
    }

    /// The element of the list that is this item's row.
    var anchor: String { "item-\(key)" }

    /// The address of the thumbnail, which changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        thumbnailVersion.map { links(.itemThumbnail(key, version: $0)) } ?? ""
    }
}
