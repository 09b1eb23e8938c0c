@testable import Web

extension AssetTypeRow {
    static let mocks = [
        AssetTypeRow(
            label: "Electronics", count: "214", value: "$48,310", share: "53.4",
            path: "/asset-types/3", itemsPath: "/items?assetType=3", editPath: "/asset-types/3/edit"
        ),
        AssetTypeRow(
            label: "Furniture", count: "96", value: "$31,020", share: "34.3",
            path: "/asset-types/1", itemsPath: "/items?assetType=1", editPath: "/asset-types/1/edit"
        ),
        AssetTypeRow(
            label: "Jewelry", count: "12", value: "$10,240", share: "11.3",
            path: "/asset-types/2", itemsPath: "/items?assetType=2", editPath: "/asset-types/2/edit"
        ),
        AssetTypeRow(
            label: "No type", isNone: true, count: "40", value: "$920", share: "1",
            path: "/items?assetType=none", itemsPath: "/items?assetType=none"),
    ]
}

extension AssetTypeIndexPage {
    static var mock: AssetTypeIndexPage {
        AssetTypeIndexPage(
            layout: .mock("Asset types", subsection: "Asset types"),
            summary: "3 types, 362 items, worth $90,490", hasRows: true, rows: AssetTypeRow.mocks,
            totalCount: "362", totalValue: "$90,490",
            paging: Paging(page: 1, perPage: 50, total: 3) { "/asset-types?page=\($0)" },
            labelSort: SortLink(
                label: "Type", path: "/asset-types?sort=-label", isAscending: true, isCurrent: true),
            createPath: "/asset-types", csvPath: "/asset-types.csv",
            jsonPath: "/asset-types.json", clearPath: "/asset-types")
    }

    static var refused: AssetTypeIndexPage {
        var page = mock
        page.hasRows = false
        page.isRefused = true
        page.refusal = FaultSummary([FaultLink(field: "q", text: "“zwei” is not a page number")])
        return page
    }
}

extension AssetTypeShowPage {
    static var mock: AssetTypeShowPage {
        AssetTypeShowPage(
            layout: .mock("Furniture", crumbs: [.inventory, .assetTypes]), label: "Furniture",
            count: "96 items", value: "$31,020", version: "1", editPath: "/asset-types/1/edit",
            deletePath: "/asset-types/1/delete", jsonPath: "/asset-types/1.json",
            itemsPath: "/items?assetType=1", newItemPath: "/items/new?assetType=1",
            hasItems: true, rowsHTML: RowRenderer.html(ItemRow.mocks(count: 2)),
            hasMoreItems: true, canMerge: true, mergePath: "/asset-types/1/merge",
            mergeOptions: [
                SelectOption(value: "3", label: "Electronics"),
                SelectOption(value: "2", label: "Jewelry"),
            ])
    }

    static var refused: AssetTypeShowPage {
        var page = mock
        page.into = FormField(fault: "There is no type with the number 9.")
        page.summary = FaultSummary([
            FaultLink(field: "into", text: "Merge: there is no type with the number 9")
        ])
        return page
    }
}

extension AssetTypeForm {
    static var refused: AssetTypeForm {
        AssetTypeForm(
            path: "/asset-types", cancelPath: "/asset-types",
            summary: FaultSummary([
                FaultLink(field: "label", text: "Name: there is a type “Furniture” already")
            ]),
            label: FormField("Furniture", fault: "There is a type “Furniture” already."))
    }
}

extension AssetTypeNewPage {
    static func mock(form: AssetTypeForm = .refused) -> AssetTypeNewPage {
        AssetTypeNewPage(
            layout: .mock("New type", crumbs: [.inventory, .assetTypes]), form: form)
    }
}

extension AssetTypeEditPage {
    static var mock: AssetTypeEditPage {
        AssetTypeEditPage(
            layout: .mock("Rename Furniture", crumbs: [.inventory, .assetTypes, .furniture]),
            name: "Furniture", isConflict: true, savedLabel: "Home furniture",
            form: AssetTypeForm(
                path: "/asset-types/1", cancelPath: "/asset-types/1", version: "2",
                hasVersion: true, label: FormField("Furnishings")))
    }
}

extension AssetTypeDeletePage {
    static var mock: AssetTypeDeletePage {
        AssetTypeDeletePage(
            layout: .mock(
                "Delete the type Furniture?", crumbs: [.inventory, .assetTypes, .furniture]),
            label: "Furniture", hasItems: true, count: "96 items",
            consequences: [
                "The type “Furniture” goes.",
                "Its 96 items stay, worth $31,020. They have no type then.",
            ],
            deletePath: "/asset-types/1/delete", cancelPath: "/asset-types/1", canMerge: true,
            mergePath: "/asset-types/1/merge",
            mergeOptions: [
                SelectOption(value: "3", label: "Electronics"),
                SelectOption(value: "2", label: "Jewelry"),
            ])
    }
}
