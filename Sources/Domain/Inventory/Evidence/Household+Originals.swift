public import Foundation
public import Persistence

/// The key of a new record, the file of its original, and its checksum if it is known.
public typealias NewOriginal = (key: UUID, file: String, checksum: FileChecksum?)

extension Household {
    /// Saves a context with new records that have originals, and puts these in place; all or
    /// nothing.
    ///
    /// - Parameters:
    ///   - originals: files in the data directory, which are moved.
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system.
    public func save(
        _ context: ManagedObjectContext, adding originals: [NewOriginal]
    ) throws {
        guard !originals.isEmpty else { return try save(context) }
        try itemImages.add(originals) { try save(context) }
    }

    /// Saves a context with new records that have copies of originals.
    ///
    /// - Parameter copies: the keys of the originals, and of the new records.
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system.
    public func save(
        _ context: ManagedObjectContext, copying copies: [(from: UUID, to: UUID)]
    ) throws {
        var made: [NewOriginal] = []
        // Copies that were not moved into place are unused.
        defer { for copy in made { unlink(copy.file) } }
        for copy in copies {
            let file = directory.incoming + "/" + UUID().uuidString
            made.append((copy.to, file, nil))
            try itemImages.copy(copy.from, to: file)
        }
        try save(context, adding: made)
    }

    /// The photos of an item that others can have too: those whose originals are there.
    public func copiedPhotos(of item: Item) -> [ItemPhoto] {
        item.listedPhotos.filter { $0.key.flatMap(itemImages.path) != nil }
    }

    /// Gives a new item the photos of another.
    ///
    /// - Returns: which originals are to be copied, for `save(_:copying:)`.
    public func copyPhotos(
        of item: Item, to copy: Item, in context: ManagedObjectContext
    ) -> [(from: UUID, to: UUID)] {
        copiedPhotos(of: item).compactMap { photo in
            guard let thumbnail = photo.thumbnail, let key = photo.key else { return nil }
            let made = copy.addPhoto(
                thumbnail, captureDate: photo.captureDate, at: now(), in: context)
            made.photo.caption = photo.caption
            return (from: key, to: made.key)
        }
    }
}
