import Domain
import Foundation

/// One photo of an item, large.
struct ItemPhotoPage: TemplatePage {
    static let template = "inventory/photos/show"

    var layout: LayoutPage
    var name: String
    /// `Photo 2 of 5`.
    var position: String
    var imagePath: String
    /// The photos before and after it.
    var previousPath = ""
    var nextPath = ""
    /// Whether it is the one on the list; only the others have captions.
    var isFirst: Bool
    var positionPath = ""
    /// Where the caption is posted.
    var path: String
    var caption: String
    /// `May 1, 2026`.
    var taken = ""
    var takenISO = ""
    var deletePath: String
    var photosPath: String
}

extension ItemPhotoPage {
    /// The page of one of an item's photos.
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
