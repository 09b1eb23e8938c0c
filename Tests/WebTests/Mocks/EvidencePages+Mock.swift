@testable import Web

extension PhotoTile {
    static func mock(_ number: Int, of count: Int, caption: String = "") -> PhotoTile {
        PhotoTile(
            label: caption.isEmpty
                ? "Photo \(number) of \(count)" : "\(caption), photo \(number) of \(count)",
            caption: caption,
            path: number == 1 ? "/items/1/photo" : "/item-photos/\(number)",
            thumbnailPath: "/item-photos/\(number)/thumbnail?v=1",
            deletePath: "/item-photos/\(number)/delete",
            positionPath: number == 1 ? "" : "/item-photos/\(number)/position",
            isFirst: number == 1, isLast: number == count, iconsPath: "/icons/icons.svg")
    }
}

extension TrashedTile {
    static let mock = TrashedTile(
        name: "A photo", summary: "Deleted May 1, 2026, removed for good on May 31, 2026",
        restorePath: "/item-photos/9/restore", erasePath: "/trash/photos/9/delete")
}

extension ItemPhotosPage {
    static func mock(isRefused: Bool = false) -> ItemPhotosPage {
        var page = ItemPhotosPage(
            layout: .mock("Photos of Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", isEmpty: isRefused,
            photos: isRefused
                ? [] : [.mock(1, of: 3), .mock(2, of: 3, caption: "Plate"), .mock(3, of: 3)],
            path: "/items/1/photos",
            hint: "JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB each; several at once",
            trash: isRefused ? [] : [.mock],
            jsonPath: "/items/1/photos.json")
        if isRefused {
            page.show(ItemPhotosUpload.refusal("choose one at least"))
        }
        return page
    }
}

extension ItemPhotoPage {
    static func mock(isFirst: Bool = false) -> ItemPhotoPage {
        ItemPhotoPage(
            layout: .mock(
                "Photo 2 of 3 of Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", position: isFirst ? "Photo 1 of 3" : "Photo 2 of 3",
            imagePath: isFirst ? "/items/1/image" : "/item-photos/2/image",
            previousPath: isFirst ? "" : "/items/1/photo",
            nextPath: isFirst ? "/item-photos/2" : "/item-photos/3", isFirst: isFirst,
            positionPath: isFirst ? "" : "/item-photos/2/position",
            path: isFirst ? "/items/1/photo" : "/item-photos/2", caption: isFirst ? "" : "Plate",
            taken: isFirst ? "" : "May 1, 2026",
            takenISO: isFirst ? "" : "2026-05-01T10:00:00",
            deletePath: isFirst ? "/items/1/image/delete" : "/item-photos/2/delete",
            photosPath: "/items/1/photos")
    }
}

extension DocumentTile {
    static let mocks = [
        DocumentTile(
            name: "Receipt.pdf", summary: "Receipt · PDF, 120 kB", path: "/documents/1",
            filePath: "/documents/1/file", deletePath: "/documents/1/delete",
            positionPath: "/documents/1/position",
            thumbnailPath: "/documents/1/thumbnail?v=1", isFirst: true, isLast: false,
            iconsPath: "/icons/icons.svg"),
        DocumentTile(
            name: "Manual", summary: "Manual · PDF, 2 MB", path: "/documents/2",
            filePath: "/documents/2/file", deletePath: "/documents/2/delete",
            positionPath: "/documents/2/position", thumbnailPath: "",
            isFirst: false, isLast: true, iconsPath: "/icons/icons.svg"),
    ]
}

extension DocumentForm {
    static let mock = DocumentForm(
        path: "/items/1/documents",
        hint: "PDF, JPEG, PNG, WebP and others, up to 25 MB each; several at once")
}

extension ItemDocumentsPage {
    static func mock(isRefused: Bool = false) -> ItemDocumentsPage {
        var page = ItemDocumentsPage(
            layout: .mock("Documents of Walnut sideboard", crumbs: [.inventory, .sideboard]),
            name: "Walnut sideboard", isEmpty: isRefused,
            documents: isRefused ? [] : DocumentTile.mocks, form: .mock,
            trash: isRefused ? [] : [.mock], jsonPath: "/items/1/documents.json")
        if isRefused {
            page.form.show(
                DocumentUpload.refusal("this is a ZIP archive; PDF documents and pictures are kept")
            )
        }
        return page
    }
}

extension DocumentShowPage {
    static func mock(hasThumbnail: Bool = true) -> DocumentShowPage {
        DocumentShowPage(
            layout: .mock("Receipt.pdf", crumbs: [.inventory, .sideboard]),
            record: .mock("Receipt.pdf", at: "/documents/1"), summary: "Receipt · PDF, 120 kB",
            filePath: "/documents/1/file",
            thumbnailPath: hasThumbnail ? "/documents/1/thumbnail?v=1" : "",
            item: "Walnut sideboard", itemPath: "/items/1", added: "May 1, 2026",
            addedISO: "2026-05-01T10:00:00Z",
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
    }
}

extension ItemFieldShowPage {
    static let mock = ItemFieldShowPage(
        layout: .mock("Wood", crumbs: [.inventory]), record: .mock("Wood", at: "/item-fields/1"),
        kind: "Text", type: "Furniture", typePath: "/asset-types/1", count: "12 items",
        predicate: "SUBQUERY(fieldValues, $v, $v.field.name == \"Wood\").@count > 0")
}
