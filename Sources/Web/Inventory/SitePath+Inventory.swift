import Foundation

/// The addresses of the inventory.
extension SitePath {
    static let items = SitePath("/items")
    static let newItem = items.below("new")
    /// The table for Homebox.
    static let homeboxItems = SitePath("/items.homebox.csv")
    /// The archive with photos and documents.
    static let itemArchive = SitePath("/items.zip")
    static let assetTypes = SitePath("/asset-types")
    static let locations = SitePath("/locations")
    static let tags = SitePath("/tags")
    static let loans = SitePath("/loans")
    /// The maintenance tasks, the due ones, and their calendar.
    static let tasks = SitePath("/tasks")
    static let care = SitePath("/care")
    static let careCalendar = SitePath("/care.ics")
    /// The report for an insurer.
    static let report = SitePath("/report")
    /// The pages for printing labels, and the custom sheets.
    static let labels = SitePath("/labels")
    static let labelSheets = SitePath("/label-sheets")
    /// The style sheet with the positions of labels on a sheet.
    static let labelStyles = SitePath("/label-sheet.css")
    /// The saved views of the list.
    static let itemViews = SitePath("/item-views")
    static let documents = SitePath("/documents")
    /// The counts of what is there.
    static let stocktakes = SitePath("/stocktakes")
    /// The custom fields of items.
    static let itemFields = SitePath("/item-fields")
    /// The report as a folder in a zip file.
    static let reportArchive = SitePath("/report.zip")
    /// The action that changes several items.
    static let itemSelection = items.below("selection")
    /// The items that were deleted recently.
    static let trash = SitePath("/trash")
    /// The photos that are not items yet.
    static let inbox = SitePath("/inbox")

    /// Ends a loan.
    static func returnLoan(_ id: some PathPart) -> SitePath { loans.below("\(id)").below("return") }

    /// The action that names a draft of the inbox.
    static func inboxDraft(_ id: some PathPart) -> SitePath { inbox.below("\(id)") }

    static func mergeInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("merge") }

    static func splitInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("split") }

    static func deleteInboxDraft(_ id: some PathPart) -> SitePath { inboxDraft(id).below("delete") }

    static func inboxThumbnail(_ id: some PathPart) -> SitePath {
        inboxDraft(id).below("thumbnail")
    }

    static func inboxImage(_ id: some PathPart) -> SitePath { inboxDraft(id).below("image") }

    static func completeTask(_ id: some PathPart) -> SitePath { tasks.below("\(id)").below("done") }

    /// Deletes a record of a task.
    static func deleteTaskRecord(
        _ id: some PathPart, _ record: some PathPart
    ) -> SitePath {
        tasks.below("\(id)").below("records").below("\(record)").below("delete")
    }

    /// The sightings of a stocktake.
    static func sightings(_ stocktake: some PathPart) -> SitePath {
        stocktakes.below("\(stocktake)").below("sightings")
    }

    /// Moves a seen item to where it was seen.
    static func moveSighting(_ stocktake: some PathPart, _ id: some PathPart) -> SitePath {
        sightings(stocktake).below("\(id)").below("move")
    }

    /// Deletes a sighting.
    static func deleteSighting(_ stocktake: some PathPart, _ id: some PathPart) -> SitePath {
        sightings(stocktake).below("\(id)").below("delete")
    }

    /// The names and numbers of what a stocktake counts.
    static func stocktakeNames(_ id: some PathPart) -> SitePath {
        stocktakes.below("\(id)").below("names").json
    }

    static func closeStocktake(_ id: some PathPart) -> SitePath {
        stocktakes.below("\(id)").below("close")
    }

    static func reopenStocktake(_ id: some PathPart) -> SitePath {
        stocktakes.below("\(id)").below("reopen")
    }

    /// Restores an item from the trash.
    static func restoreItem(_ id: some PathPart) -> SitePath {
        trash.below("\(id)").below("restore")
    }

    /// The item with a number: a short address for the code on a label.
    static func labeledItem(_ number: some PathPart) -> SitePath {
        SitePath("/a").below("\(number)")
    }

    static func location(_ id: some PathPart) -> SitePath { locations.below("\(id)") }

    static func item(_ key: some PathPart) -> SitePath { items.below("\(key)") }

    static func editItem(_ key: some PathPart) -> SitePath { item(key).below("edit") }

    static func copyItem(_ key: some PathPart) -> SitePath { item(key).below("copy") }

    static func itemPosition(_ key: some PathPart) -> SitePath { item(key).below("position") }

    static func itemImage(_ key: some PathPart) -> SitePath { item(key).below("image") }

    static func deleteItemImage(_ key: some PathPart) -> SitePath { itemImage(key).below("delete") }

    static func itemThumbnail(_ key: some PathPart) -> SitePath { item(key).below("thumbnail") }

    /// A thumbnail under an address that changes with its content, so that it is cacheable forever.
    static func itemThumbnail(_ key: some PathPart, version: String) -> SitePath {
        itemThumbnail(key).query([("v", version)])
    }

    static func itemPhotos(_ key: some PathPart) -> SitePath { item(key).below("photos") }

    /// The large view of the main photo.
    static func itemPhotoView(_ key: some PathPart) -> SitePath { item(key).below("photo") }

    /// The large view of a photo.
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

    /// Deletes a photo in the trash permanently.
    static func eraseItemPhoto(_ id: some PathPart) -> SitePath {
        trash.below("photos").below("\(id)").below("delete")
    }

    static func itemDocuments(_ key: some PathPart) -> SitePath { item(key).below("documents") }

    static func document(_ id: some PathPart) -> SitePath { documents.below("\(id)") }

    /// The document as it was uploaded.
    static func documentFile(_ id: some PathPart) -> SitePath { document(id).below("file") }

    static func documentThumbnail(_ id: some PathPart) -> SitePath {
        document(id).below("thumbnail")
    }

    static func restoreDocument(_ id: some PathPart) -> SitePath { document(id).below("restore") }

    /// Deletes a document in the trash permanently.
    static func eraseDocument(_ id: some PathPart) -> SitePath {
        trash.below("documents").below("\(id)").below("delete")
    }

    /// The sale of an item to a customer.
    static func itemSale(_ key: some PathPart) -> SitePath { item(key).below("sale") }

    static func itemAssetType(_ key: some PathPart) -> SitePath { item(key).below("asset-type") }

    static func assetType(_ id: some PathPart) -> SitePath { assetTypes.below("\(id)") }

    static func assetTypeTemplate(_ id: some PathPart) -> SitePath {
        assetType(id).below("template")
    }

    static func mergeAssetType(_ id: some PathPart) -> SitePath { assetType(id).below("merge") }
}
