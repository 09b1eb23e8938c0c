/// A photo among those of an item.
struct PhotoTile: Sendable {
    /// `Photo 2 of 5`, `Receipt side, photo 2 of 5`.
    var label: String
    var caption: String
    /// The large view.
    var path: String
    var thumbnailPath: String
    var deletePath: String
    var positionPath: String
    /// Whether it is the one on the list.
    var isFirst: Bool
    var isLast: Bool
    /// The file of icons.
    var iconsPath: String
}

extension PhotoTile {
    /// The photos of an item, in their order.
    static func tiles(_ photos: [ItemPhotoValues], _ site: Site) -> [PhotoTile] {
        let links = site.links
        return photos.map { photo in
            let place = "hoto \(photo.position)"
            return PhotoTile(
                label: photo.caption.isEmpty ? "P" + place : "\(photo.caption), p" + place,
                caption: photo.caption,
                path: links(photo.path), thumbnailPath: links(photo.thumbnailPath),
                deletePath: links(
                    photo.recordNumber.map { .deleteItemPhoto($0) }
                        ?? .deleteItemImage(photo.itemKey)),
                positionPath: photo.recordNumber.map { links(.itemPhotoPosition($0)) } ?? "",
                isFirst: photo.isFirst, isLast: photo.index == photo.count - 1,
                iconsPath: site.surroundings.iconsPath)
        }
    }
}
