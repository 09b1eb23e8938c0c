import Domain
import Foundation

/// One photo of an item, in a large view.
struct ItemPhotoPage: FormPage {
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
    var caption: FormField
    var summary = FaultSummary()
    /// `May 1, 2026`.
    var taken = ""
    var takenISO = ""
    var photosPath: String
}

extension ItemPhotoPage {
    init(_ photo: ItemPhoto, _ inventory: Inventory, notices: [Notice]) {
        let (links, item) = (inventory.links, photo.item)
        let (name, key, place) = (item?.name ?? "", item?.key ?? UUID(), photo.place)
        self.init(
            layout: inventory.site.layout(
                title: "Photo \(place.text) of \(name)", section: .inventory, topic: .documents,
                crumbs: [
                    inventory.itemsCrumb, PathLink(label: name, path: links(.item(key))),
                    PathLink(label: "Photos", path: links(.itemPhotos(key))),
                ], notices: notices),
            name: name, position: "Photo \(place.text)",
            imagePath: links(photo.imagePath), tile: EvidenceTile(photo, links),
            caption: FormField(named: "caption", photo.caption ?? ""),
            photosPath: links(.itemPhotos(key)))
        if let date = photo.captureDate {
            taken = DateText.captureDay(date)
            takenISO = ISO8601Text.capture(date)
        }
        let (photos, index) = (item?.listedPhotos ?? [], place.index)
        if index > 0 { previousPath = links(photos[index - 1].path) }
        if index + 1 < photos.count { nextPath = links(photos[index + 1].path) }
    }

    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        caption.show(form, refusal)
        summary = refusal.summary
    }
}
