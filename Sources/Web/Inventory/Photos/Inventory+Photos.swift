import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import Logging
import Persistence

extension Inventory {
    /// Appends all photos to those of an item, or none.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func add(_ upload: ItemPhotosUpload, to key: UUID) async throws -> [ItemPhotoValues] {
        try await site.change { context in
            let item = try item(key, in: context)
            guard item.listedPhotos.count + upload.photos.count <= Item.mostPhotos else {
                throw ItemPhotosUpload.refusal("an item has at most \(Item.mostPhotos) photos")
            }
            var originals: [(key: UUID, file: String)] = []
            for photo in upload.photos {
                let key = item.addPhoto(
                    photo.thumbnail, captureDate: photo.captureDate, at: household.now(),
                    in: context
                ).key
                originals.append((key, photo.file.path))
            }
            try household.save(context, adding: originals)
            return ItemPhotoValues.all(of: item)
        }
    }

    /// A photo by its number, unless it is in the trash.
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
    /// - Returns: the photos of the item.
    /// - Throws: a 404.
    func move(photo number: Int64, to position: ListPosition) async throws -> [ItemPhotoValues] {
        try await site.change { context in
            let photo = try photo(number, in: context)
            guard let item = photo.item else { return [] }
            item.movePhoto(photo, to: position)
            try household.save(context)
            return ItemPhotoValues.all(of: item)
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
            if isInstead { item.listedPhotos.first?.trashedDate = household.now() }
            guard isTrashed || item.listedPhotos.count < Item.mostPhotos else {
                throw SiteError.noRoom("An item has at most \(Item.mostPhotos) photos")
            }
            photo.trashedDate = isTrashed ? household.now() : nil
            if isInstead { item.movePhoto(photo, to: .first) }
            try household.save(context)
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

    /// The first photo of an item.
    ///
    /// - Throws: a 404.
    func firstPhoto(of key: UUID, in context: ManagedObjectContext) throws -> ItemPhoto {
        guard let photo = try item(key, in: context).listedPhotos.first else {
            throw SiteError.notFound("This item has no photo")
        }
        return photo
    }

    /// The values of a photo that is not in the trash.
    ///
    /// - Throws: a 404.
    func values(of photo: ItemPhoto) throws -> ItemPhotoValues {
        let number = photo.objectID.recordNumber
        let all = photo.item.map(ItemPhotoValues.all) ?? []
        guard let values = all.first(where: { $0.recordNumber == number }) else {
            throw SiteError.notFound("There is no such photo")
        }
        return values
    }

    /// The original of a photo or document.
    ///
    /// - Parameter advice: what to do if it is missing.
    /// - Throws: a 404 if it is missing although there is a record: another program removed it, and
    ///   the log names it.
    func existing(
        _ file: PhotoFile?, of noun: String, _ key: UUID, orAdvise advice: String,
        _ context: SiteContext
    ) throws(SiteError) -> PhotoFile {
        if let file { return file }
        context.logger.warning("The file of a \(noun) is missing", metadata: [noun: "\(key)"])
        throw SiteError(
            status: .notFound, title: "The file of this \(noun) is missing", detail: advice)
    }

    /// The response with the original of a photo.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without extension.
    ///   - find: finds the photo.
    /// - Throws: errors of the closure, and a 404.
    func original(
        _ request: Request, _ context: SiteContext,
        named name: (ItemPhotoValues) -> String,
        of find: @escaping @Sendable (ManagedObjectContext) throws -> ItemPhoto
    ) async throws -> Response {
        let (photo, found) = try await household.original {
            let photo = try await household.container.read { try values(of: find($0)) }
            return (photo, photo.key)
        }
        let file = try existing(
            found, of: "photo", photo.key,
            orAdvise: """
                Only its thumbnail is left. Restore the file from a backup, or give the item \
                another photo.
                """, context)
        let tag = EntityTag("photo-\(photo.key)")
        if tag.matches(request) { return tag.notModified }
        let kind = try await file.kind()
        return try await file.response(
            as: kind.mimeType,
            ContentDisposition.inline(
                fileName: name(photo), extension: kind.pictureFormat?.fileExtension), tag: tag,
            context)
    }
}
