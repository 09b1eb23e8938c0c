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
            if input.isStale(saved) { throw StaleItem(saved: saved) }
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

    /// Deletes the picture of an item, the original too.
    ///
    /// - Throws: a 404.
    func deletePhoto(of key: UUID) async throws -> ItemValues {
        try await change { context in
            let item = try item(key, in: context)
            item.thumbnail = nil
            try household.save(context, replacingImageOf: item.key, with: nil)
            return ItemValues(item)
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
