import Domain
import Foundation
import Persistence

extension Inventory {
    /// Appends all photos to those of an item, or none.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func add(_ upload: ItemPhotosUpload, to key: UUID) async throws -> [ItemPhotoValues] {
        try await site.change { context in
            let item = try item(key, in: context)
            guard item.photoCount + upload.photos.count <= Item.mostPhotos else {
                throw ItemPhotosUpload.refusal("an item has at most \(Item.mostPhotos) photos")
            }
            var originals: [(key: UUID, file: String)] = []
            for photo in upload.photos {
                let key = item.addPhoto(
                    photo.thumbnail, captureDate: photo.captureDate, at: household.now(),
                    in: context)
                originals.append((key, photo.file.path))
            }
            try household.save(context, adding: originals)
            return ItemPhotoValues.all(of: item)
        }
    }

    /// A further photo by its number, unless it is in the trash.
    ///
    /// - Throws: a 404.
    func photo(_ number: Int64, in context: ManagedObjectContext) throws -> ItemPhoto {
        guard
            let photo = try context.existingObject(
                ItemPhoto.self, recordNumber: number), photo.item != nil
        else { throw SiteError.notFound("There is no such photo") }
        guard !photo.isTrashed else { throw SiteError.inTrash("photo") }
        return photo
    }

    /// Moves a photo within the order of its item; the first position makes it the main photo.
    ///
    /// - Returns: the photos of the item, and whether the photo's caption moved to the notes.
    /// - Throws: a 404.
    func move(
        photo number: Int64, to position: ListPosition
    ) async throws -> (photos: [ItemPhotoValues], isCaptionNoted: Bool) {
        try await site.change { context in
            let photo = try photo(number, in: context)
            guard let item = photo.item else { return ([], false) }
            let hasCaption = photo.caption?.isEmpty == false
            let former = (item.hasThumbnail ? 1 : 0)
            let index = (item.furtherPhotos.firstIndex { $0 === photo } ?? 0) + former
            let copies = item.movePhoto(
                photo, to: position.index(from: index), at: household.now(), in: context)
            try household.save(context, copying: copies)
            // Only a photo that moves to the first position moves its original.
            return (ItemPhotoValues.all(of: item), hasCaption && !copies.isEmpty)
        }
    }

    /// Sets the caption of a photo.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func setCaption(
        _ caption: FieldUpdate<String>, ofPhoto number: Int64
    ) async throws
        -> ItemPhotoValues
    {
        try await site.change { context in
            let photo = try photo(number, in: context)
            photo.caption = caption.updating(photo.caption)
            try household.save(context)
            return try values(of: photo)
        }
    }

    /// Moves a photo to the trash, or restores it.
    ///
    /// - Parameter isInstead: whether it replaces the main photo, which moves to the trash.
    /// - Returns: the key of its item.
    /// - Throws: a 404, and a 409 if the item has no room for it.
    func setTrashed(
        _ isTrashed: Bool, photo number: Int64, isInstead: Bool = false
    ) async throws -> UUID {
        try await site.change { context in
            guard
                let photo = try context.existingObject(
                    ItemPhoto.self, recordNumber: number),
                let item = photo.item, !item.isTrashed, (photo.trashedDate == nil) == isTrashed
            else { throw SiteError.notFound("There is no such photo") }
            let replaces = isInstead && item.hasThumbnail
            guard isTrashed || replaces || item.photoCount < Item.mostPhotos else {
                throw SiteError.noRoom("An item has at most \(Item.mostPhotos) photos")
            }
            photo.trashedDate = isTrashed ? household.now() : nil
            var copies: [(from: UUID, to: UUID)] = []
            if !isTrashed, replaces || !item.hasThumbnail {
                copies = item.choosePhoto(photo, at: household.now(), in: context)
            }
            if replaces { item.furtherPhotos.first?.trashedDate = household.now() }
            try household.save(context, copying: copies)
            return item.key
        }
    }

    /// Deletes a photo in the trash permanently.
    ///
    /// - Returns: the key of its item.
    /// - Throws: a 404.
    func erase(photo number: Int64) async throws -> UUID {
        try await site.change { context in
            guard
                let photo = try context.existingObject(
                    ItemPhoto.self, recordNumber: number),
                let item = photo.item, !item.isTrashed, photo.trashedDate != nil
            else { throw SiteError.notFound("There is no such photo in the trash") }
            context.delete(photo)
            try household.save(context)
            return item.key
        }
    }

    private func values(of photo: ItemPhoto) throws -> ItemPhotoValues {
        let number = photo.objectID.recordNumber
        let all = photo.item.map(ItemPhotoValues.all) ?? []
        guard let values = all.first(where: { $0.recordNumber == number }) else {
            throw SiteError.notFound("There is no such photo")
        }
        return values
    }
}
