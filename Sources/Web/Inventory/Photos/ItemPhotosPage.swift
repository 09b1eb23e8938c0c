import Domain
import Foundation
import Persistence

/// The photos of an item in their order, and the upload form.
struct ItemPhotosPage: TemplatePage {
    static let template = "inventory/photos/index"

    var layout: LayoutPage
    var name: String
    var isEmpty: Bool
    var photos: [PhotoTile]
    /// The action of the form.
    var path: String
    /// `JPEG, PNG, HEIC, WebP, GIF and others, up to 25 MB each; several at once`.
    var hint: String
    var accept = PhotoField.acceptedTypes
    var summary = FaultSummary([])
    var fault = ""
    var trash: [TrashedTile] = []
    var jsonPath: String

    /// Shows the faults of the form.
    mutating func show(_ refusal: ValidationErrors) {
        summary = refusal.summary
        fault = refusal.message(for: ItemPhotosUpload.field) ?? ""
    }
}

extension ItemPhotosPage {
    /// The photos of an item.
    ///
    /// - Throws: errors of a field that the model does not have.
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
            let number = photo.savedNumber
            return TrashedTile(
                name: photo.caption ?? "A photo", deleted: photo.trashedDate,
                restorePath: links(.restoreItemPhoto(number)),
                erasePath: links(.eraseItemPhoto(number)))
        }
    }
}

/// A photo of an item as a tile.
struct PhotoTile: Sendable {
    /// `Photo 2 of 5`, `Receipt side, photo 2 of 5`.
    var label: String
    var caption: String
    /// The large view.
    var path: String
    var thumbnailPath: String
    var deletePath: String
    var positionPath: String
    /// Whether it is the main photo.
    var isFirst: Bool
    var isLast: Bool
    /// The file of icons.
    var iconsPath: String
}

extension PhotoTile {
    /// The tiles of an item's photos, in their order.
    static func tiles(_ photos: some Sequence<ItemPhotoValues>, _ site: Site) -> [PhotoTile] {
        let links = site.links
        return photos.map { photo in
            let place = "hoto \(photo.position)"
            return PhotoTile(
                label: photo.caption.isEmpty ? "P" + place : "\(photo.caption), p" + place,
                caption: photo.caption,
                path: links(photo.path), thumbnailPath: links(photo.thumbnailPath),
                deletePath: links(.deleteItemPhoto(photo.recordNumber)),
                positionPath: links(.itemPhotoPosition(photo.recordNumber)),
                isFirst: photo.isFirst, isLast: photo.index == photo.count - 1,
                iconsPath: site.baseLayout.iconsPath)
        }
    }
}

/// One photo of an item, in a large view.
struct ItemPhotoPage: TemplatePage {
    static let template = "inventory/photos/show"

    var layout: LayoutPage
    var name: String
    /// `Photo 2 of 5`.
    var position: String
    var imagePath: String
    /// The links to the neighboring photos.
    var previousPath = ""
    var nextPath = ""
    /// Whether it is the main photo.
    var isFirst: Bool
    var positionPath: String
    /// The action of the form for the caption.
    var path: String
    var caption: String
    /// `May 1, 2026`.
    var taken = ""
    var takenISO = ""
    var deletePath: String
    var photosPath: String
}

extension ItemPhotoPage {
    init(
        _ photo: ItemPhotoValues, among photos: [ItemPhotoValues], _ inventory: Inventory,
        notices: [Notice]
    ) {
        let links = inventory.links
        let tile = PhotoTile.tiles([photo], inventory.site)[0]
        self.init(
            layout: inventory.site.layout(
                title: "Photo \(photo.position) of \(photo.itemName)", section: .inventory,
                topic: .documents,
                crumbs: [
                    inventory.itemsCrumb,
                    PathLink(label: photo.itemName, path: links(.item(photo.itemKey))),
                    PathLink(label: "Photos", path: links(.itemPhotos(photo.itemKey))),
                ], notices: notices),
            name: photo.itemName, position: "Photo \(photo.position)",
            imagePath: links(photo.imagePath), isFirst: photo.isFirst,
            positionPath: tile.positionPath, path: tile.path, caption: photo.caption,
            deletePath: tile.deletePath,
            photosPath: links(.itemPhotos(photo.itemKey)))
        if let date = photo.captureDate {
            taken = DateText.captureDay(date)
            takenISO = ISO8601Text.capture(date)
        }
        if photo.index > 0 {
            previousPath = links(photos[photo.index - 1].path)
        }
        if photo.index < photos.count - 1 {
            nextPath = links(photos[photo.index + 1].path)
        }
    }
}
