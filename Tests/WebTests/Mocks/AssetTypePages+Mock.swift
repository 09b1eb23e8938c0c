@testable import Web

extension AssetTypeRow {
    static let mocks = [
        AssetTypeRow(
            label: "Electronics", count: "214", value: "$48,310", share: "53.4",
            itemsPath: "/items?assetType=3"),
        AssetTypeRow(
            label: "Furniture", count: "96", value: "$31,020", share: "34.3",
            itemsPath: "/items?assetType=1"),
        AssetTypeRow(
            label: "Jewelry", count: "12", value: "$10,240", share: "11.3",
            itemsPath: "/items?assetType=2"),
        AssetTypeRow(
            label: "No type", isNone: true, count: "40", value: "$920", share: "1",
            itemsPath: "/items?assetType=none"),
    ]
}

extension AssetTypeShowPage {
    static var mock: AssetTypeShowPage {
        AssetTypeShowPage(
            layout: .mock("Furniture", crumbs: [.inventory, .assetTypes]),
            record: .mock("Furniture", at: "/asset-types/1"),
            count: "96 items", value: "$31,020",
            itemsPath: "/items?assetType=1", newItemPath: "/items/new?assetType=1",
            templatePath: "/asset-types/1/template", template: "Chair <oak>",
            templateItemPath: "/items/7", copiesPath: "/items/7/copy",
            rowsHTML: RowRenderer.html(ItemRow.mocks(count: 2)),
            hasMoreItems: true, canMerge: true, mergePath: "/asset-types/1/merge",
            fields: [PathLink(label: "Wood (text)", path: "/item-fields/1")],
            newFieldPath: "/item-fields/new?assetType=1", fieldsPath: "/item-fields")
    }
}

extension AssetTypeMergePage {
    static func mock(isRefused: Bool = false) -> AssetTypeMergePage {
        var page = AssetTypeMergePage(
            layout: .mock("Merge Furniture", crumbs: [.inventory, .assetTypes, .furniture]),
            name: "Furniture",
            options: [
                SelectOption(value: "3", label: "Electronics"),
                SelectOption(value: "2", label: "Jewelry"),
            ], path: "/asset-types/1/merge", cancelPath: "/asset-types/1")
        if isRefused {
            page.into = FormField(fault: "There is no type with the number 9.")
            page.summary = FaultSummary([
                FaultLink(field: "into", text: "Merge: there is no type with the number 9")
            ])
        } else {
            page.target = "Jewelry"
            page.targetNumber = "2"
            page.consequences = ["96 items move from “Furniture” to “Jewelry”."]
        }
        return page
    }
}
