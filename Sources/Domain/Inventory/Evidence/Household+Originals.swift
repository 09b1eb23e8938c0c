public import Foundation
public import Persistence

extension Household {
    /// Saves a context with new records that have originals, and puts these in place; all or
    /// nothing.
    ///
    /// - Parameters:
    ///   - originals: the keys of the records, each with a file in the data directory, which is moved.
    ///   - checksums: the known checksums of the files, by path.
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system.
    public func save(
        _ context: ManagedObjectContext, adding originals: [(key: UUID, file: String)],
        checksums: [String: FileChecksum] = [:]
    ) throws {
        guard !originals.isEmpty else { return try save(context) }
        try itemImages.replace(originals.map { ($0.key, $0.file, checksums[$0.file]) }) {
            try save(context)
        }
    }

    /// Saves a context in which originals replace others or get another key.
    ///
    /// - Parameter copies: the new keys of originals. Those of deleted records are deleted too.
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system.
    public func save(
        _ context: ManagedObjectContext, copying copies: [(from: UUID, to: UUID)]
    ) throws {
        try save(context, copying: copies) { try save(context, adding: $0) }
    }

    /// Saves a context in which originals get other keys, and an item's picture changes or the item
    /// is deleted.
    ///
    /// - Parameters:
    ///   - copies: the new keys of originals.
    ///   - key: the key of the item.
    ///   - file: a file in the data directory, which is moved; nil for no original.
    /// - Throws: errors of `ManagedObjectContext.save()` and of the file system.
    public func save(
        _ context: ManagedObjectContext, copying copies: [(from: UUID, to: UUID)],
        replacingImageOf key: UUID, with file: String?
    ) throws {
        try save(context, copying: copies) { made in
            try itemImages.replace(key, with: file) { try save(context, adding: made) }
        }
    }

    /// The photos of an item that others can have too: those whose originals are there.
    public func copiedPhotos(of item: Item) -> (listed: Bool, further: [ItemPhoto]) {
        func isThere(_ key: UUID?) -> Bool { key.flatMap(itemImages.path) != nil }
        return (
            item.hasThumbnail && isThere(item.key), item.furtherPhotos.filter { isThere($0.key) }
        )
    }

    /// Gives a new item the photos of another.
    ///
    /// - Returns: which originals are to be copied, for `save(_:copying:)`.
    public func copyPhotos(
        of item: Item, to copy: Item, in context: ManagedObjectContext
    ) -> [(from: UUID, to: UUID)] {
        let photos = copiedPhotos(of: item)
        var copies: [(from: UUID, to: UUID)] = []
        if photos.listed {
            (copy.thumbnail, copy.captureDate) = (item.thumbnail, item.captureDate)
            copies.append((from: item.key, to: copy.key))
        }
        for photo in photos.further {
            guard let thumbnail = photo.thumbnail, let key = photo.key else { continue }
            let further = ItemPhoto.make(
                thumbnail, captureDate: photo.captureDate, at: now(), in: context)
            further.photo.caption = photo.caption
            further.photo.item = copy
            copies.append((from: key, to: further.key))
        }
        return copies
    }

    private func save(
        _ context: ManagedObjectContext, copying copies: [(from: UUID, to: UUID)],
        _ save: ([(key: UUID, file: String)]) throws -> Void
    ) throws {
        var made: [(key: UUID, file: String)] = []
        // Copies that were not moved into place are unused.
        defer { for copy in made { unlink(copy.file) } }
        for copy in copies {
            let file = directory.incoming + "/" + UUID().uuidString
            made.append((copy.to, file))
            try itemImages.copy(copy.from, to: file)
        }
        try save(made)
    }
}
