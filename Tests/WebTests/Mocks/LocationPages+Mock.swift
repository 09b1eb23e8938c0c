@testable import Web

extension LocationShowPage {
    static func mock(isBlank: Bool = false) -> LocationShowPage {
        var inner = ListTable(
            caption: "Locations in Kitchen",
            heads: [
                ListHead(style: "cell-name", label: "Location"),
                ListHead(style: "cell-count number", label: "Items"),
                ListHead(style: "cell-value number", label: "Value"),
            ])
        inner.fill([
            ListRow(
                anchor: "location-3", path: "/locations/3", name: "Drawer",
                [ListCell("4", unit: " items", path: "/items?location=3"), ListCell("$120")])
        ])
        return LocationShowPage(
            layout: .mock(
                "Kitchen",
                crumbs: [.locations, PathLink(label: "House", path: "/locations/1")]),
            record: .mock("Kitchen", at: "/locations/2"),
            summary: "12 items, worth $8,310, 4 of them in 1 location in it",
            notes: isBlank ? "" : "The key hangs <left> of the door", hasLocations: !isBlank,
            locations: inner,
            rowsHTML: isBlank ? "" : RowRenderer.html(ItemRow.mocks(count: 2)),
            hasMoreItems: !isBlank, itemsPath: "/items?location=2",
            moreItems: "Show all 12 items", isBlank: isBlank, labelPath: "/labels?at=2",
            itemLabelsPath: "/labels?location=2", newItemPath: "/items/new?location=2",
            newLocationPath: "/locations/new?parent=2")
    }
}

extension TrashShowPage {
    static let mock = TrashShowPage(
        layout: .mock("Walnut sideboard", crumbs: [PathLink(label: "Trash", path: "/trash")]),
        name: "Walnut sideboard", thumbnailPath: "/items/1/thumbnail?v=0",
        detail: "Furniture · WS-2041 · Hall · $1,480", trashed: "November 21, 2026",
        deleted: "December 21, 2026", restorePath: "/trash/1/restore",
        deletePath: "/trash/1/delete", trashPath: "/trash")
}
