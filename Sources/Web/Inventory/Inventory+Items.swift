import Domain
import Foundation
import Imaging
import Persistence

extension Inventory {
    /// Replaces the main photo of an item. The former one moves to the trash.
    ///
    /// - Returns: the item, and the number of the photo in the trash.
    /// - Throws: a 404.
    func update(
        _ key: UUID, with photo: UploadedPhoto
    ) async throws -> (item: ItemValues, trashed: Int64?) {
        try await site.change { context in
            let item = try item(key, in: context)
            if let refusal = photo.refusal { throw refusal }
            guard photo.isThere else { throw ValidationErrors(faults: [.missingPhoto]) }
            let trashed = try save(item, photo, in: context)
            return (try ItemValues(item), trashed)
        }
    }

    /// Moves the main photo of an item to the trash. If there are others, the next one becomes the
    /// main photo.
    ///
    /// - Returns: the item, and the number of the photo in the trash.
    /// - Throws: a 404.
    func deletePhoto(of key: UUID) async throws -> (item: ItemValues, trashed: Int64?) {
        try await site.change { context in
            let item = try item(key, in: context)
            let photo = trashPhoto(of: item, in: context)
            try household.save(context)
            return (try ItemValues(item), photo?.objectID.recordNumber)
        }
    }

    /// Moves the main photo of an item to the trash; deletes it if its file is missing, since then it
    /// could not be restored.
    ///
    /// - Returns: the photo in the trash.
    private func trashPhoto(of item: Item, in context: ManagedObjectContext) -> ItemPhoto? {
        item.adoptThumbnail(in: context)
        guard let photo = item.listedPhotos.first else { return nil }
        guard photo.key.flatMap(household.itemImages.path) != nil else {
            context.delete(photo)
            return nil
        }
        photo.trashedDate = household.now()
        return photo
    }

    /// Moves an item with its belongings to the trash. Returns the item as it was.
    ///
    /// - Throws: a 404.
    func delete(_ key: UUID) async throws -> ItemValues {
        try await site.change { context in
            let item = try item(key, in: context)
            let values = try ItemValues(item)
            item.trashedDate = household.now()
            try household.save(context)
            return values
        }
    }

    /// Saves an item with its new photo.
    ///
    /// - Returns: the number of the photo that it replaced, now in the trash.
    func save(
        _ item: Item, _ photo: UploadedPhoto, in context: ManagedObjectContext
    ) throws -> Int64? {
        guard let path = photo.path, let thumbnail = photo.thumbnail else {
            try household.save(context)
            return nil
        }
        let former = trashPhoto(of: item, in: context)
        let key = item.addPhoto(
            thumbnail.png, captureDate: photo.captureDate, isFirst: true, at: household.now(),
            in: context
        ).key
        try household.save(context, adding: [(key, path)])
        return former?.objectID.recordNumber
    }
}

extension FieldError {
    /// The fault of a form without a picture.
    static let missingPhoto = FieldError(
        field: "image", label: "Photo", message: "choose a picture first")
}
