import Domain
import Foundation

/// One item in a list.
///
/// A row does not depend on the list around it (position, filter, sort).
struct ItemRow: FramedFragment {
    static let template = "inventory/_item"

    /// The `id` of the row: `item-` and the item's key.
    var anchor: String
    var itemKey: String
    var name: String
    /// The serial number and the location: `LT-1094747 · Study`.
    var small = ""
    var assetType = ""
    /// `$1,480`, `4 × $50`, or empty.
    var value = ""
    /// `Mar 3, 2026`.
    var dateAdded: String
    /// An address that changes with the photo.
    var thumbnailPath = ""
    var isSold = false
    var path: String
    /// The action of the form that moves it, where several items are chosen. Elsewhere a script adds
    /// the form, and there is no box to tick.
    var positionPath = ""

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&anchor)
        visit(&itemKey)
        visit(&name)
        visit(&small)
        visit(&assetType)
        visit(&value)
        visit(&dateAdded)
        visit(&thumbnailPath)
        visit(&path)
        visit(&positionPath)
    }
}

extension ItemRow {
    init(
        _ item: ItemValues, _ links: SiteLinks, in currency: Currency, isSelectable: Bool = false
    ) {
        let small = [item.serialNumber, item.location?.name ?? ""].filter { !$0.isEmpty }
        self.init(
            anchor: item.anchor, itemKey: item.key.uuidString, name: item.name,
            small: small.joined(separator: " · "),
            assetType: item.assetType?.text ?? "", value: item.value.text(in: currency),
            dateAdded: DateText.short(item.dateCreated),
            thumbnailPath: item.thumbnailPath(links), isSold: item.soldDay != nil,
            path: links(.item(item.key)),
            positionPath: isSelectable ? links(.itemPosition(item.key)) : "")
    }
}
