import Foundation

/// The addresses of the inventory.
extension SitePath {
    static let items = SitePath("/items")
    static let newItem = items.below("new")
    /// The items as Homebox's import takes them.
    static let homeboxItems = SitePath("/items.homebox.csv")
    /// The items with their photos and documents.
    static let itemArchive = SitePath("/items.zip")
    static let assetTypes = SitePath("/asset-types")
    static let locations = SitePath("/locations")
    static let tags = SitePath("/tags")
    static let loans = SitePath("/loans")
    /// What is to be done about items; what of it is due; and as a calendar.
    static let tasks = SitePath("/tasks")
    static let care = SitePath("/care")
    static let careCalendar = SitePath("/care.ics")
    /// What there is and was, to be printed for an insurer.
    static let report = SitePath("/report")
    /// Labels to be printed, and the sheets of the household's own.
    static let labels = SitePath("/labels")
    static let labelSheets = SitePath("/label-sheets")
    /// Where labels lie on a sheet.
    static let labelStyles = SitePath("/label-sheet.css")
    /// The views of the list that are kept under names.
    static let itemViews = SitePath("/item-views")
    static let documents = SitePath("/documents")
    /// The fields that a household gives its items.
    static let itemFields = SitePath("/item-fields")
    /// The report as a folder that opens without any program.
    static let reportArchive = SitePath("/report.zip")
    /// Where several items are changed at once.
    static let itemSelection = items.below("selection")
    /// What was deleted, for a while.
    static let trash = SitePath("/trash")
    /// Photos that are no items yet.
    static let inbox = SitePath("/inbox")

    /// Takes back what was done to several items.
    static func undoItemSelection(_ token: some PathPart) -> SitePath {
        itemSelection.below("\(token)").below("undo")
    }

    /// Takes note that what was lent is back.
    static func returnLoan(_ id: some PathPart) -> SitePath { loans.below("\(id)").below("return") }

    /// Takes back that what was lent is back.
    static func undoLoanReturn(_ token: some PathPart) -> SitePath {
        loans.below("returns").below("\(token)").below("undo")
    }

    /// Takes a change of the inbox back.
    static func undoInboxChange(_ token: some PathPart) -> SitePath {
        inbox.below("changes").below("\(token)").below("undo")
    }

    /// Where a draft of the inbox gets its name.
    static func inboxDraft(_ id: some PathPart) -> SitePath { inbox.below("\(id)") }

    static func mergeInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("merge") }

    static func splitInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("split") }

    static func deleteInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("delete") }

    static func inboxThumbnail(_ id: some PathPart) -> SitePath {
        inboxDraft(id).below("thumbnail")
    }

    static func inboxImage(_ id: some PathPart) -> SitePath { inboxDraft(id).below("image") }

    /// The place of a kept view among the others.
    static func itemViewPosition(_ id: some PathPart) -> SitePath {
        itemViews.below("\(id)").below("position")
    }

    /// Takes note that a task was done.
    static func completeTask(_ id: some PathPart) -> SitePath { tasks.below("\(id)").below("done") }

    /// Takes back that a task was done just now, with the day on which it is due again.
    static func undoTaskDone(_ token: some PathPart) -> SitePath {
        tasks.below("done").below("\(token)").below("undo")
    }

    /// Notes again what was taken back.
    static func restoreTaskRecord(_ token: some PathPart) -> SitePath {
        tasks.below("records").below("\(token)").below("undo")
    }

    /// Takes back that a task was done.
    static func deleteTaskRecord(
        _ id: some PathPart, _ record: some PathPart
    ) -> SitePath {
        tasks.below("\(id)").below("records").below("\(record)").below("delete")
    }

    /// Brings an item back from the trash.
    static func restoreItem(_ id: some PathPart) -> SitePath {
        trash.below("\(id)").below("restore")
    }

    /// The item with a number: short, for the code on a label.
    static func labelledItem(_ number: some PathPart) -> SitePath {
        SitePath("/a").below("\(number)")
    }

    static func location(_ id: some PathPart) -> SitePath { locations.below("\(id)") }

    static func item(_ key: some PathPart) -> SitePath { items.below("\(key)") }

    static func editItem(_ key: some PathPart) -> SitePath { item(key).below("edit") }

    static func copyItem(_ key: some PathPart) -> SitePath { item(key).below("copy") }

    /// Takes copies of an item back.
    static func undoItemCopies(_ token: some PathPart) -> SitePath {
        items.below("copies").below("\(token)").below("undo")
    }

    static func deleteItem(_ key: some PathPart) -> SitePath { item(key).below("delete") }

    static func itemPosition(_ key: some PathPart) -> SitePath { item(key).below("position") }

    static func itemImage(_ key: some PathPart) -> SitePath { item(key).below("image") }

    static func deleteItemImage(_ key: some PathPart) -> SitePath { itemImage(key).below("delete") }

    static func itemThumbnail(_ key: some PathPart) -> SitePath { item(key).below("thumbnail") }

    /// A thumbnail under an address that changes with its content, so that it may be kept for good.
    static func itemThumbnail(_ key: some PathPart, version: String) -> SitePath {
        itemThumbnail(key).query([("v", version)])
    }

    /// The photos of an item in their order.
    static func itemPhotos(_ key: some PathPart) -> SitePath { item(key).below("photos") }

    /// The photo of an item that is on the list, large.
    static func itemPhotoView(_ key: some PathPart) -> SitePath { item(key).below("photo") }

    /// A further photo of an item, large.
    static func itemPhoto(_ id: some PathPart) -> SitePath { SitePath("/item-photos/\(id)") }

    static func itemPhotoImage(_ id: some PathPart) -> SitePath { itemPhoto(id).below("image") }

    static func itemPhotoThumbnail(_ id: some PathPart) -> SitePath {
        itemPhoto(id).below("thumbnail")
    }

    static func itemPhotoPosition(_ id: some PathPart) -> SitePath {
        itemPhoto(id).below("position")
    }

    static func deleteItemPhoto(_ id: some PathPart) -> SitePath { itemPhoto(id).below("delete") }

    static func restoreItemPhoto(_ id: some PathPart) -> SitePath { itemPhoto(id).below("restore") }

    /// Deletes a photo for good that is in the trash.
    static func eraseItemPhoto(_ id: some PathPart) -> SitePath {
        trash.below("photos").below("\(id)").below("delete")
    }

    /// The documents of an item.
    static func itemDocuments(_ key: some PathPart) -> SitePath { item(key).below("documents") }

    static func document(_ id: some PathPart) -> SitePath { documents.below("\(id)") }

    /// A document as it was uploaded.
    static func documentFile(_ id: some PathPart) -> SitePath { document(id).below("file") }

    static func documentThumbnail(_ id: some PathPart) -> SitePath {
        document(id).below("thumbnail")
    }

    static func documentPosition(_ id: some PathPart) -> SitePath { document(id).below("position") }

    static func deleteDocument(_ id: some PathPart) -> SitePath { document(id).below("delete") }

    static func restoreDocument(_ id: some PathPart) -> SitePath { document(id).below("restore") }

    /// Deletes a document for good that is in the trash.
    static func eraseDocument(_ id: some PathPart) -> SitePath {
        trash.below("documents").below("\(id)").below("delete")
    }

    /// The sale of an item to a customer.
    static func itemSale(_ key: some PathPart) -> SitePath { item(key).below("sale") }

    static func itemAssetType(_ key: some PathPart) -> SitePath { item(key).below("asset-type") }

    static func assetType(_ id: some PathPart) -> SitePath { assetTypes.below("\(id)") }

    static func mergeAssetType(_ id: some PathPart) -> SitePath { assetType(id).below("merge") }

    /// Takes a merge of types back.
    static func undoAssetTypeMerge(_ token: some PathPart) -> SitePath {
        assetTypes.below("merges").below("\(token)").below("undo")
    }
}
