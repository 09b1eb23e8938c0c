import Domain
import Foundation
import Imaging
import Persistence

/// An edit of an item that has changed since the form was opened.
struct StaleItem: Error {
    /// The item as it is saved now.
    let saved: ItemValues
}

extension Inventory {
    /// Adds an item at the end of the owner's order.
    ///
    /// - Throws: ``FormRefusal``.
    func add(_ input: ItemInput) async throws -> ItemValues {
        try await change { context in
            let item = try Item.append(in: context)
            try input.apply(to: item, in: context)
            return try save(item, input.photo, in: context).item
        }
    }

    /// Changes an item. A photo that is replaced goes to the trash.
    ///
    /// - Returns: the item, and the number of the photo in the trash.
    /// - Throws: ``FormRefusal``, ``StaleItem``, and a 404.
    func update(
        _ key: UUID, with input: ItemInput
    ) async throws -> (item: ItemValues, trashed: Int64?) {
        try await change { context in
            let item = try item(key, in: context)
            let saved = try ItemValues(item)
            if input.isStale(saved, try ItemFieldTexts(item, in: context)) {
                throw StaleItem(saved: saved)
            }
            try input.apply(to: item, in: context)
            return try save(item, input.photo, in: context)
        }
    }

    /// Gives an item another picture. The one that was there goes to the trash.
    ///
    /// - Returns: the item, and the number of the photo in the trash.
    /// - Throws: a 404.
    func update(
        _ key: UUID, with photo: ItemPhoto
    ) async throws -> (item: ItemValues, trashed: Int64?) {
        try await change { context in
            let item = try item(key, in: context)
            if let refusal = photo.refusal { throw refusal }
            guard photo.isThere else { throw FormRefusal(faults: [.missingPhoto]) }
            return try save(item, photo, in: context)
        }
    }

    /// Puts the picture of an item into the trash. Where it has others, the next is on the list then.
    ///
    /// - Returns: the item, and the number of the photo in the trash.
    /// - Throws: a 404.
    func deletePhoto(of key: UUID) async throws -> (item: ItemValues, trashed: Int64?) {
        try await change { context in
            let item = try item(key, in: context)
            if item.hasThumbnail, let next = item.furtherPhotos.first {
                let copies = item.choosePhoto(next, at: household.now(), in: context)
                let former = item.furtherPhotos.first
                former?.trashedDate = household.now()
                try household.save(context, copying: copies)
                return (try ItemValues(item), former?.objectID.recordNumber)
            }
            let former = trashPhoto(of: item, in: context)
            item.thumbnail = nil
            item.captureDate = nil
            try household.save(
                context, copying: former?.copies ?? [], replacingImageOf: item.key, with: nil)
            return (try ItemValues(item), former?.photo.objectID.recordNumber)
        }
    }

    /// Puts an item into the trash, with all that it has. Returns it as it was.
    ///
    /// - Throws: a 404.
    func delete(_ key: UUID) async throws -> ItemValues {
        try await change { context in
            let item = try item(key, in: context)
            let values = try ItemValues(item)
            item.trashedDate = household.now()
            try household.save(context)
            return values
        }
    }

    /// Saves an item, with the photo that came for it.
    ///
    /// - Returns: the item, and the number of the photo that is in the trash for it.
    private func save(
        _ item: Item, _ photo: ItemPhoto, in context: ManagedObjectContext
    ) throws -> (item: ItemValues, trashed: Int64?) {
        guard let path = photo.path, let thumbnail = photo.thumbnail else {
            try household.save(context)
            return (try ItemValues(item), nil)
        }
        let former = trashPhoto(of: item, in: context)
        item.thumbnail = thumbnail.png
        item.captureDate = photo.captureDate
        try household.save(
            context, copying: former?.copies ?? [], replacingImageOf: item.key, with: path)
        return (try ItemValues(item), former?.photo.objectID.recordNumber)
    }

    /// Takes the photo of an item off the list. Of one whose file is gone there is nothing that could come back.
    private func trashPhoto(
        of item: Item, in context: ManagedObjectContext
    ) -> (photo: Domain.ItemPhoto, copies: [(from: UUID, to: UUID)])? {
        guard household.itemImages.path(of: item.key) != nil else { return nil }
        return item.trashPhoto(at: household.now(), in: context)
    }
}

extension FormFault {
    /// A form for a picture without one.
    static let missingPhoto = FormFault(
        field: "image", label: "Photo", message: "choose a picture first")
}
