import Domain
import Foundation

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
    var tile: EvidenceTile
    /// `May 1, 2026`.
    var taken = ""
    var takenISO = ""
    var photosPath: String
}

extension ItemPhotoPage {
    init(
        _ photo: ItemPhotoValues, among photos: [ItemPhotoValues], _ inventory: Inventory,
        notices: [Notice]
    ) {
        let links = inventory.links
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
            imagePath: links(photo.imagePath), tile: EvidenceTile(photo, links),
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
