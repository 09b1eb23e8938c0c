@testable import Web

extension OverviewPage {
    static func mock(isEmpty: Bool = false) -> OverviewPage {
        OverviewPage(
            layout: .mock("Overview", section: "Overview"), hasInventory: true, isEmpty: isEmpty,
            start: isEmpty ? [.mock] : [], values: isEmpty ? [] : [.mock()],
            hasItems: !isEmpty,
            itemsPath: "/items",
            newItemPath: "/items/new", assetTypesPath: "/asset-types", importPath: "/import",
            figures: [
                Figure(value: "362", label: "items", path: "/items"),
                Figure(value: "$90,490", label: "in all", path: "/items?sort=-worth"),
                Figure(value: "17", label: "without a photo", path: "/items?hasImage=no"),
                Figure(value: "40", label: "without a type", path: "/items?assetType=none"),
            ],
            due: isEmpty
                ? [] : [PathLink(label: "Descale, espresso <machine>: today", path: "/tasks/1")],
            types: AssetTypeRow.mocks,
            latest: ItemRow.mocks(count: 5).map {
                ItemTile(
                    name: $0.name, value: $0.value,
                    thumbnailPath: $0.thumbnailPath, path: $0.path)
            }, hasSales: !isEmpty, customersPath: "/customers", newCustomerPath: "/customers/new",
            salesFigures: [
                Figure(value: "$1,326.10", label: "sold in all", path: "/sales/totals")
            ],
            buyers: [PathLink(label: "Ann <x>", path: "/customers/1")],
            parts: [
                OverviewPart(
                    title: "Groceries", path: "/groceries", hasRecords: !isEmpty,
                    figures: [Figure(value: "2", label: "to buy", path: "/groceries")],
                    links: [PathLink(label: "2 l milk", path: "/groceries/1")],
                    hint: "A shopping list.", startPath: "/groceries",
                    startLabel: "Write the list"),
                OverviewPart(
                    title: "Places", path: "/places", hasRecords: !isEmpty,
                    figures: [Figure(value: "1,204", label: "photos", path: "/places")],
                    links: [], photos: PhotoRow.mocks,
                    hint: "Photographs by place.", startPath: "/places", startLabel: "Add photos"),
            ], sectionsPath: "/sections",
            backupText: "The last verified backup is of November 21, 2026", backupPath: "/backup")
    }
}

extension ErrorPage {
    static var tooLarge: ErrorPage {
        ErrorPage(
            layout: .mock("Too large"), status: "413", heading: "This picture is too large",
            message: "Nothing has been saved. Make the picture smaller, or choose another one.",
            details: ["At most 25 MB are taken; this one has 31 MB."], hasDetails: true,
            links: [PathLink(label: "To the inventory", path: "/items")], requestID: "7f3a")
    }

    static var away: ErrorPage {
        let error = SiteError.storeUnavailable(isOutcomeUnknown: false, isChange: true)
        var form = FormData()
        for (name, value) in [
            ("form", "1x9"), ("itemName", "Oak table"), ("shown[itemName]", ""),
            ("notes", "From the market.\nOne leg is loose."),
        ] {
            form.append(FormData.Field(name: name, value: value))
        }
        var sent = FormResubmission(form)
        sent?.losses = ["Files are not kept here (table.jpg): choose them again afterwards."]
        return ErrorPage(
            layout: .mock(error.title), status: "503", heading: error.title,
            message: error.detail, details: [], hasDetails: false,
            links: [PathLink(label: "To the inventory", path: "/items")],
            resubmissions: sent.map { [$0] } ?? [],
            requestID: "7f3a")
    }

    static func mock(_ layout: LayoutPage) -> ErrorPage {
        ErrorPage(
            layout: layout, status: "404",
            heading: "There is nothing here",
            message: "The address may be mistyped, or what was here has been deleted.",
            details: [], hasDetails: false,
            links: [PathLink(label: "To the inventory", path: "/items")], requestID: "")
    }
}
