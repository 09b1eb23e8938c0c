import Domain
import Persistence

/// The photos of an item in their order, and the form that adds some.
struct ItemPhotosPage: TemplatePage {
    static let template = "inventory/photos/index"

    var layout: LayoutPage
    var name: String
    var isEmpty: Bool
    var photos: [PhotoTile]
    /// Where the form is posted.
    var path: String
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB each; several at once`.
    var hint: String
    var accept = PhotoField.acceptedTypes
    var summary = FaultSummary([])
    var fault = ""
    var trash: [TrashedTile] = []
    var jsonPath: String

    /// Shows what was wrong with the form.
    mutating func show(_ refusal: FormRefusal) {
        summary = refusal.summary
        fault = refusal.message(for: ItemPhotosUpload.field) ?? ""
    }
}

extension ItemPhotosPage {
    /// The photos of an item.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    init(_ item: Item, _ inventory: Inventory, notices: [Notice]) throws {
        let (links, values) = try (inventory.links, ItemValues(item))
        let limit = ByteCount.text(inventory.site.configuration.limits.uploadBytes)
        let photos = ItemPhotoValues.all(of: item)
        self.init(
            layout: inventory.site.layout(
                title: "Photos of \(values.name)", section: .inventory, topic: .documents,
                crumbs: [inventory.itemsCrumb, inventory.crumb(values)], notices: notices),
            name: values.name, isEmpty: photos.isEmpty,
            photos: PhotoTile.tiles(photos, inventory.site), path: links(.itemPhotos(values.key)),
            hint: "JPEG, PNG, HEIC, WebP, GIF and others, up to \(limit) each; several at once",
            jsonPath: links(SitePath.itemPhotos(values.key).json))
        trash = item.photos.filter { $0.trashedDate != nil }.map { photo in
            let number = photo.objectID.recordNumber ?? 0
            return TrashedTile(
                name: photo.caption ?? "A photo", deleted: photo.trashedDate,
                restorePath: links(.restoreItemPhoto(number)),
                erasePath: links(.eraseItemPhoto(number)))
        }
    }
}
