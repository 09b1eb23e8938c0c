public import Foundation
public import Persistence

/// The photos of an item in order: the cover photo, which belongs to the item itself, then further
/// ones.
extension Item {
    /// The greatest number of photos of an item.
    public static let mostPhotos = 50

    /// The photos after the first, in order, without trashed ones.
    public var furtherPhotos: [ItemPhoto] { photos.filter { $0.trashedDate == nil } }

    /// The number of photos.
    public var photoCount: Int { (hasThumbnail ? 1 : 0) + furtherPhotos.count }

    /// Adds a photo after the others; the first one becomes the cover photo.
    ///
    /// - Parameters:
    ///   - thumbnail: the photo's thumbnail.
    ///   - captureDate: the camera's date.
    /// - Returns: the key of the original.
    public func addPhoto(
        _ thumbnail: Data, captureDate: Date?, at date: Date, in context: ManagedObjectContext
    ) -> UUID {
        // `hasThumbnail` only knows saved ones, and several photos may be added at once.
        guard self.thumbnail != nil else {
            self.thumbnail = thumbnail
            self.captureDate = captureDate
            return key
        }
        let further = ItemPhoto.make(thumbnail, captureDate: captureDate, at: date, in: context)
        further.photo.item = self
        return further.key
    }

    /// Makes a photo the cover photo; the former one follows it. A cover photo has no caption, so
    /// the caption moves to the notes.
    ///
    /// - Returns: the originals to replace, for `save(_:copying:)`.
    public func choosePhoto(
        _ photo: ItemPhoto, at date: Date, in context: ManagedObjectContext
    ) -> [(from: UUID, to: UUID)] {
        guard photo.item === self, let photoKey = photo.key else { return [] }
        var copies = [(from: photoKey, to: key)]
        if let former = furtherCopy(at: date, in: context) {
            photos.insert(former.photo, at: 0)
            // The former original must be copied before it is replaced.
            copies.insert((from: key, to: former.key), at: 0)
        }
        thumbnail = photo.thumbnail
        captureDate = photo.captureDate
        if let caption = photo.caption, !caption.isEmpty { note(caption: caption) }
        photos.removeAll { $0 === photo }
        context.delete(photo)
        return copies
    }

    /// Moves the cover photo to the trash, after the other photos.
    ///
    /// - Returns: the photo, and the original to replace, for
    ///   `save(_:copying:replacingImageOf:with:)`; nil without a photo.
    public func trashPhoto(
        at date: Date, in context: ManagedObjectContext
    ) -> (photo: ItemPhoto, copies: [(from: UUID, to: UUID)])? {
        guard let (photo, photoKey) = furtherCopy(at: date, in: context) else { return nil }
        photo.trashedDate = date
        photos.append(photo)
        thumbnail = nil
        captureDate = nil
        return (photo, [(from: key, to: photoKey)])
    }

    /// The cover photo as a further one, not yet added to the photos, and its key.
    private func furtherCopy(
        at date: Date, in context: ManagedObjectContext
    ) -> (photo: ItemPhoto, key: UUID)? {
        guard let thumbnail else { return nil }
        return ItemPhoto.make(thumbnail, captureDate: captureDate, at: date, in: context)
    }

    /// Adds a caption as a line of the notes, once, if it fits.
    private func note(caption: String) {
        let line = "Photo: \(caption)"
        let text = notes ?? ""
        guard !text.split(separator: "\n").contains(where: { $0 == line }),
            text.count + line.count < Self.longestNotes
        else { return }
        notes = text.isEmpty ? line : text + "\n" + line
    }

    /// The greatest number of characters of notes.
    private static let longestNotes = 10_000

    /// Moves a further photo to an index among all photos, of which the first is the cover photo.
    ///
    /// - Returns: the originals to replace, for `save(_:copying:)`.
    public func movePhoto(
        _ photo: ItemPhoto, to index: Int, at date: Date, in context: ManagedObjectContext
    ) -> [(from: UUID, to: UUID)] {
        guard index > 0 || !hasThumbnail else { return choosePhoto(photo, at: date, in: context) }
        var listed = furtherPhotos
        guard let former = listed.firstIndex(where: { $0 === photo }) else { return [] }
        listed.remove(at: former)
        listed.insert(photo, at: max(0, min(index - (hasThumbnail ? 1 : 0), listed.count)))
        photos = listed + photos.filter { $0.trashedDate != nil }
        return []
    }
}
