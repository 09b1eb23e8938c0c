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
