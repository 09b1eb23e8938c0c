@testable import Web

extension TagShowPage {
    static func mock(hasItems: Bool = true) -> TagShowPage {
        TagShowPage(
            layout: .mock("Fragile", crumbs: [PathLink(label: "Tags", path: "/tags")]),
            record: .mock("Fragile", at: "/tags/1"), color: "red", count: "12 items",
            rowsHTML: hasItems ? RowRenderer.html(ItemRow.mocks(count: 2)) : "",
            hasMoreItems: hasItems, itemsPath: "/items?tag=1",
            newItemPath: "/items/new?tags=Fragile")
    }
}
