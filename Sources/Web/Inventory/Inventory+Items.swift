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
            return try save(item, input.photo, in: context)
        }
    }

    /// Changes an item.
    ///
    /// - Throws: ``FormRefusal``, ``StaleItem``, and a 404.
    func update(_ key: UUID, with input: ItemInput) async throws -> ItemValues {
        try await change { context in
            let item = try item(key, in: context)
            let saved = ItemValues(item)
            if input.isStale(saved, try ItemFieldTexts(item, in: context)) {
                throw StaleItem(saved: saved)
            }
            try input.apply(to: item, in: context)
            return try save(item, input.photo, in: context)
        }
    }

    /// Gives an item another picture.
    ///
    /// - Throws: a 404.
    func update(_ key: UUID, with photo: ItemPhoto) async throws -> ItemValues {
        try await change { context in
            let item = try item(key, in: context)
            if let refusal = photo.refusal { throw refusal }
            guard let thumbnail = photo.thumbnail else {
                throw FormRefusal(faults: [.missingPhoto])
            }
            item.thumbnail = thumbnail.png
            return try save(item, photo, in: context)
        }
    }

    /// Takes the picture off an item. Where it has others, the next is on the list then, and the one
    /// that was goes to the trash; an only picture is deleted, the original too.
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
                return (ItemValues(item), former?.objectID.recordNumber)
            }
            item.thumbnail = nil
            item.captureDate = nil
            try household.save(context, replacingImageOf: item.key, with: nil)
            return (ItemValues(item), nil)
        }
    }

    /// Puts an item into the trash, with all that it has. Returns it as it was.
    ///
    /// - Throws: a 404.
    func delete(_ key: UUID) async throws -> ItemValues {
        try await change { context in
            let item = try item(key, in: context)
            let values = ItemValues(item)
            item.trashedDate = household.now()
            try household.save(context)
            return values
        }
    }

    private func save(
        _ item: Item, _ photo: ItemPhoto, in context: ManagedObjectContext
    ) throws -> ItemValues {
        if let path = photo.path {
            try household.save(context, replacingImageOf: item.key, with: path)
        } else {
            try household.save(context)
        }
        return ItemValues(item)
    }
}

extension FormFault {
    /// A form for a picture without one.
    static let missingPhoto = FormFault(
        field: "image", label: "Photo", message: "choose a picture first")
}
