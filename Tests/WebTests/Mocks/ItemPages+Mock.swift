import Domain
import Foundation

@testable import Web

extension ItemShowPage {
    static func mock(name: String = "Walnut sideboard", hasImage: Bool = true) -> ItemShowPage {
        ItemShowPage(
            layout: .mock(name, crumbs: [.inventory]), name: name,
            serialNumber: "WS-2041", hasValue: true, value: "$1,480",
            assetType: "Furniture", assetTypePath: "/asset-types/1",
            details: [
                ItemFact(
                    label: "Location",
                    links: [
                        .init(lead: "", link: PathLink(label: "House", path: "/locations/1")),
                        .init(lead: " › ", link: PathLink(label: "Hall", path: "/locations/2")),
                    ]),
                ItemFact(label: "Bought", text: "May 1, 2024, for $1,450.00, from Oak & Sons"),
                ItemFact(label: "Number", text: "A-0042"),
            ], labelPath: "/labels?key=1", lendPath: "/loans/new?item=A-0042", isLent: true,
            loan: "To Bob since May 1, 2026. Due June 1, 2026", loanPath: "/loans/1",
            returnPath: "/loans/1/return",
            care: [
                ItemCare(
                    task: "Oil <thinly>", path: "/tasks/1", state: "Due since June 1, 2026",
                    isDue: true, donePath: "/tasks/1/done"),
                ItemCare(
                    task: "Polish", path: "/tasks/2", state: "On June 1, 2027", isDue: false,
                    donePath: "/tasks/2/done"),
            ], planPath: "/tasks/new?item=A-0042",
            tags: [ItemTag(name: "Fragile", color: "red", path: "/items?tag=1")],
            contents: [PathLink(label: "Silver spoons", path: "/items/2")],
            newContentPath: "/items/new?container=A-0042",
            notes: "Hall <left>\nFrom Aunt Ada", dateAdded: "March 3, 2026",
            dateAddedISO: "2026-03-03T09:30:00Z", sellPath: "/items/1/sale",
            itemKey: "E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5",
            version: "3", place: "1", placeCount: "1,284", hasImage: hasImage,
            thumbnailPath: "/items/1/thumbnail?v=0", imagePath: "/items/1/image",
            imageDeletePath: "/items/1/image/delete", photoPath: "/items/1/photo",
            furtherPhotos: [.mock(2, of: 3, caption: "Plate"), .mock(3, of: 3)],
            photosPath: "/items/1/photos", documents: DocumentTile.mocks,
            documentForm: .mock, documentsPath: "/items/1/documents",
            valueChart: ValueChart(
                [
                    ValuePeriod(
                        since: Date(timeIntervalSince1970: 1_777_600_000),
                        value: ItemValue(
                            valueInDollars: 1_200, replacementValue: nil, quantity: 1)),
                    ValuePeriod(
                        since: Date(timeIntervalSince1970: 1_787_600_000),
                        value: ItemValue(
                            valueInDollars: 1_480, replacementValue: 1_800, quantity: 1)),
                ], now: Date(timeIntervalSince1970: 1_797_600_000)), editPath: "/items/1/edit",
            copyPath: "/items/1/copy",
            deletePath: "/items/1/delete", assetTypePickerPath: "/items/1/asset-type",
            positionPath: "/items/1/position", jsonPath: "/items/1.json",
            indexPath: "/items#item-1",
            curl: CurlCommand(
                posting: "http://127.0.0.1:8080/items",
                fields: [
                    HiddenField(name: "itemName", value: name),
                    HiddenField(name: "valueInDollars", value: "1480"),
                ], file: "image"
            ).text)
    }

    /// An item with the fewest values, after a save with a warning.
    static var bare: ItemShowPage {
        let name = ItemRow.mocks(count: 7)[6].name
        var page = mock(name: name, hasImage: false)
        page.layout.notices = [.added, .warned, .refused]
        page.serialNumber = ""
        page.hasValue = false
        page.assetType = ""
        page.notes = ""
        page.details = []
        page.isLent = false
        page.care = []
        page.tags = []
        page.contents = []
        page.furtherPhotos = []
        page.documents = []
        page.valueChart = ValueChart()
        page.isSold = true
        page.daySold = "November 21, 2026"
        page.soldLinks = [
            PathLink(label: "Amina Diallo", path: "/customers/1"),
            PathLink(label: "Sale 17", path: "/sales/17"),
        ]
        page.place = "712"
        return page
    }
}

extension ItemForm {
    static func mock(isNew: Bool) -> ItemForm {
        ItemForm(
            path: isNew ? "/items" : "/items/1", cancelPath: "/items", isNew: isNew,
            version: isNew ? "" : "3",
            shown: isNew ? [] : [HiddenField(name: "shown[serialNumber]", value: "WS-2041")],
            itemName: FormField(isNew ? "" : "Walnut sideboard"),
            serialNumber: FormField(isNew ? "" : "WS-2041"),
            valueInDollars: MoneyField("valueInDollars", isNew ? "" : "1480"),
            assetTypes: [
                SelectOption(value: "", label: "No type", isSelected: isNew),
                SelectOption(value: "1", label: "Furniture", isSelected: !isNew),
                SelectOption(value: "2", label: "Jewelry"),
                SelectOption(value: "3", label: "Electronics"),
            ],
            locations: [
                SelectOption(value: "", label: "No location", isSelected: isNew),
                SelectOption(value: "1", label: "House"),
                SelectOption(value: "2", label: "House › Hall", isSelected: !isNew),
            ],
            tags: FormField(isNew ? "" : "Fragile, Inherited"),
            notes: FormField(isNew ? "" : "Hall <left>\nFrom Aunt Ada"),
            details: ItemDetails.fields.map {
                RecordFormField(
                    $0, value: isNew ? ItemDetails.emptyText($0) : "3", shown: nil, options: [],
                    nil)
            },
            hasDetails: !isNew,
            photo: PhotoField(
                hasImage: !isNew, thumbnailPath: isNew ? "" : "/items/1/thumbnail?v=0"))
    }

    /// A form that was returned with faults; its photo is stored.
    static var refused: ItemForm {
        var form = mock(isNew: true)
        form.itemName = FormField("Standing desk")
        form.valueInDollars = MoneyField(
            "valueInDollars", "12,5",
            FormRefusal(faults: [
                FormFault(
                    field: "valueInDollars", label: "Value",
                    message: "“12,5” has cents: is it $12 or $13?",
                    readings: [
                        SelectOption(value: "12", label: "$12"),
                        SelectOption(value: "13", label: "$13"),
                    ])
            ]))
        form.assetType = FormField(fault: "There is no type with the number 9.")
        form.tags = FormField("x", fault: "“x…” is longer than 100 characters.")
        form.location = FormField(fault: "There is no location with the number 9.")
        form.summary = FaultSummary([
            FaultLink(field: "valueInDollars", text: "Value: “12,5x” is not an amount"),
            FaultLink(field: "assetType", text: "Type: there is no type with the number 9"),
        ])
        form.photo.stagedToken = "0b7c"
        form.photo.stagedName = "sofa.jpg"
        return form
    }

    /// A file that is not a photo.
    static var refusedPhoto: ItemForm {
        var form = mock(isNew: true)
        form.itemName = FormField("Standing desk")
        form.photo.fault = "This is a PDF document, not a picture."
        form.summary = FaultSummary([
            FaultLink(field: "image", text: "Photo: this is a PDF document, not a picture")
        ])
        return form
    }
}

extension ItemFormPage {
    static func mock(form: ItemForm = .mock(isNew: true)) -> ItemFormPage {
        ItemFormPage(layout: .mock("New item", crumbs: [.inventory]), form: form)
    }
}

extension ItemFormPage {
    static var editMock: ItemFormPage {
        ItemFormPage(
            layout: .mock("Edit Walnut sideboard", crumbs: [.inventory, .sideboard]),
            heading: "Edit", name: "Walnut sideboard", form: .mock(isNew: false))
    }
}

extension ItemConflictPage {
    static var mock: ItemConflictPage {
        ItemConflictPage(
            layout: .mock("Walnut sideboard has changed", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", hasBefore: true,
            rows: [
                ConflictRow(
                    "Name", before: "Sideboard", saved: "Walnut sideboard",
                    typed: "Sideboard, walnut"),
                ConflictRow("Value", before: "$1,480", saved: "$1,480", typed: "$1,600"),
                ConflictRow("Serial number", before: "WS-2040", saved: "WS-2041", typed: nil),
                ConflictRow("Type", before: "Furniture", saved: "Furniture", typed: nil),
            ],
            recordPath: "/items/1", form: .mock(isNew: false))
    }
}

extension ItemDeletePage {
    static var mock: ItemDeletePage {
        ItemDeletePage(
            layout: .mock("Delete Walnut sideboard?", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", thumbnailPath: "/items/1/thumbnail?v=0",
            details: "Furniture · WS-2041 · $1,480",
            consequences: [
                "Its photo goes too, with the original.",
                "The type “Furniture” and its 11 other items stay.",
            ],
            deletePath: "/items/1/delete", cancelPath: "/items/1")
    }
}

extension ItemImagePage {
    static var mock: ItemImagePage {
        ItemImagePage(
            layout: .mock("Photo of Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard",
            summary: FaultSummary([
                FaultLink(field: "image", text: "Photo: this is a PDF document, not a picture")
            ]),
            photo: PhotoField(
                fault: "This is a PDF document, not a picture.", hasImage: true,
                thumbnailPath: "/items/1/thumbnail?v=0"),
            imagePath: "/items/1/image", itemPath: "/items/1")
    }
}

extension ItemAssetTypePage {
    static var mock: ItemAssetTypePage {
        ItemAssetTypePage(
            layout: .mock("Type of Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", path: "/items/1/asset-type", itemPath: "/items/1",
            choices: [
                AssetTypeChoice(id: "3", label: "Electronics", count: "2 items", isCurrent: false),
                AssetTypeChoice(id: "1", label: "Furniture", count: "12 items", isCurrent: true),
                AssetTypeChoice(id: "2", label: "Jewelry", count: "1 item", isCurrent: false),
            ],
            isNone: false, newTypePath: "/asset-types/new")
    }
}

extension ItemFormPage {
    /// The form of copies of an item.
    static var copyMock: ItemFormPage {
        var page = editMock
        page.heading = "Copy"
        (page.form.path, page.form.version, page.form.idempotencyKey) = ("/items/1/copy", "", "abc")
        page.form.isCopy = true
        let photos = ItemCopiesController.photos
        page.form.copies = [
            CopyCount.field(),
            RecordFormField(photos, value: "no", shown: nil, options: photos.choices, nil),
        ]
        return page
    }
}
