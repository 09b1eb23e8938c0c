public import Foundation
public import Persistence

/// The photos of an item in their order: first the one on the list, which is the item's own, then the
/// further ones.
extension Item {
    /// The most photos that an item has.
    public static let mostPhotos = 50

    /// The photos behind the first, in their order; those in the trash left out.
    public var furtherPhotos: [ItemPhoto] { photos.filter { $0.trashedDate == nil } }

    /// How many photos the item has.
    public var photoCount: Int { (hasThumbnail ? 1 : 0) + furtherPhotos.count }

    /// Adds a photo behind the others; of an item without one it becomes the first.
    ///
    /// - Parameters:
    ///   - thumbnail: its thumbnail.
    ///   - captureDate: when it was taken, by its camera.
    /// - Returns: the key that its original goes by.
    public func addPhoto(
        _ thumbnail: Data, captureDate: Date?, at date: Date, in context: ManagedObjectContext
    ) -> UUID {
        // `hasThumbnail` knows of saved ones alone, and several may come at once.
        guard self.thumbnail != nil else {
            self.thumbnail = thumbnail
            self.captureDate = captureDate
            return key
        }
        let further = ItemPhoto.make(thumbnail, captureDate: captureDate, at: date, in: context)
        further.photo.item = self
        return further.key
    }

    /// Puts a photo on the list. The one that was there stands behind it. A photo on the list has no caption:
    /// that of the photo goes into the notes.
    ///
    /// - Returns: which originals take the places of others, for `save(_:copying:)`.
    public func choosePhoto(
        _ photo: ItemPhoto, at date: Date, in context: ManagedObjectContext
    ) -> [(from: UUID, to: UUID)] {
        guard photo.item === self, let photoKey = photo.key else { return [] }
        var copies = [(from: photoKey, to: key)]
        if let former = furtherCopy(at: date, in: context) {
            photos.insert(former.photo, at: 0)
            // It has to be there before its place is taken.
            copies.insert((from: key, to: former.key), at: 0)
        }
        thumbnail = photo.thumbnail
        captureDate = photo.captureDate
        if let caption = photo.caption, !caption.isEmpty { note(caption: caption) }
        photos.removeAll { $0 === photo }
        context.delete(photo)
        return copies
    }

    /// Takes the photo off the list and puts it into the trash, behind the other photos.
    ///
    /// - Returns: the photo, and which original takes the place of another, for
    ///   `save(_:copying:replacingImageOf:with:)`; nil of an item without a photo.
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

    /// The photo on the list as a further one, which is not among the photos yet, and its key.
    private func furtherCopy(
        at date: Date, in context: ManagedObjectContext
    ) -> (photo: ItemPhoto, key: UUID)? {
        guard let thumbnail else { return nil }
        return ItemPhoto.make(thumbnail, captureDate: captureDate, at: date, in: context)
    }

    /// Keeps a caption as a line of the notes, once, as far as these have room for it.
    private func note(caption: String) {
        let line = "Photo: \(caption)"
        let text = notes ?? ""
        guard !text.split(separator: "\n").contains(where: { $0 == line }),
            text.count + line.count < Self.longestNotes
        else { return }
        notes = text.isEmpty ? line : text + "\n" + line
    }

    /// Characters of notes.
    private static let longestNotes = 10_000

    /// Moves a further photo to an index among all photos, of which the first is the one on the list.
    ///
    /// - Returns: which originals take the places of others, for `save(_:copying:)`.
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
