public import Foundation
public import Persistence

/// The photos of an item in order. Lists show the first one, of which the item has a copy of the
/// thumbnail and of the date.
extension Item {
    /// The greatest number of photos of an item.
    public static let mostPhotos = 50

    /// The photos in order, without trashed ones.
    public var listedPhotos: [ItemPhoto] { photos.filter { $0.trashedDate == nil } }

    /// Adds a photo after the others, or before them.
    ///
    /// - Parameters:
    ///   - thumbnail: the photo's thumbnail.
    ///   - captureDate: the camera's date.
    ///   - isFirst: whether it comes before the others. Default: false.
    /// - Returns: the photo, and the key of its original.
    @discardableResult
    public func addPhoto(
        _ thumbnail: Data, captureDate: Date?, isFirst: Bool = false, at date: Date,
        in context: ManagedObjectContext
    ) -> (photo: ItemPhoto, key: UUID) {
        adoptThumbnail(in: context)
        let photo = ItemPhoto(context: context)
        let key = UUID.random()
        photo.key = key
        photo.thumbnail = thumbnail
        photo.captureDate = captureDate
        photo.addedAt = date
        photo.item = self
        if isFirst { movePhoto(photo, to: .first) }
        return (photo, key)
    }

    /// Moves a photo to a position among those that are not trashed.
    public func movePhoto(_ photo: ItemPhoto, to position: ListPosition) {
        photos = position.moving(photo, in: photos)
    }

    /// Copies the thumbnail and the date of the first photo. A save does it when photos change.
    public func updateCover() {
        let first = listedPhotos.first
        // Setting an equal value would still mark the object as changed.
        if thumbnail != first?.thumbnail { thumbnail = first?.thumbnail }
        if captureDate != first?.captureDate { captureDate = first?.captureDate }
    }
}

extension Item {
    /// The number of items that the check reads at once, with their thumbnails.
    private static let checkedAtOnce = 500

    /// The keys and names of items whose copy of the first photo differs from it. The store may be
    /// opened without classes.
    ///
    /// - Throws: errors of the store.
    public static func withWrongCover(
        in container: PersistentContainer
    ) throws -> [(key: UUID, name: String)] {
        let ids = try container.read { context in
            try context.fetchObjectIDs(FetchRequest<ManagedObject>(entityName: "Item"))
        }
        var found: [(key: UUID, name: String)] = []
        for start in stride(from: 0, to: ids.count, by: checkedAtOnce) {
            found += try container.read { context in
                let items: [ManagedObject] = try context.objects(
                    with: ids[start..<min(start + checkedAtOnce, ids.count)], entityName: "Item",
                    prefetching: ["photos"])
                return try items.compactMap { item in
                    guard try hasWrongCover(item),
                        let key = try item.value(forKey: "itemKey") as? UUID
                    else { return nil }
                    return (key, try item.value(forKey: "itemName") as? String ?? "")
                }
            }
        }
        return found
    }

    /// The first photo of an item in a store that is opened without classes; nil without photos.
    ///
    /// - Throws: errors of the store.
    package static func firstPhoto(of item: ManagedObject) throws -> ManagedObject? {
        let photos = try item.value(forKey: "photos") as? [ManagedObject] ?? []
        return try photos.first { try $0.value(forKey: "trashedDate") == nil }
    }

    private static func hasWrongCover(_ item: ManagedObject) throws -> Bool {
        let first = try firstPhoto(of: item)
        return try item.value(forKey: "thumbnail") as? Data
            != first?.value(forKey: "thumbnail") as? Data
            || item.value(forKey: "captureDate") as? Date
                != first?.value(forKey: "captureDate") as? Date
    }
}
