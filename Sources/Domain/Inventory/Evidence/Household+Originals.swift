public import Foundation
public import Persistence

extension Household {
    /// Saves a context in which records came that have originals, and puts these in place. All of it is
    /// done, or nothing.
    ///
    /// - Parameters:
    ///   - originals: the keys of the records, each with a file in the data directory, which moves.
    ///   - checksums: those of the files that are known already, by their paths.
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system.
    public func save(
        _ context: ManagedObjectContext, adding originals: [(key: UUID, file: String)],
        checksums: [String: FileChecksum] = [:]
    ) throws {
        guard !originals.isEmpty else { return try save(context) }
        try itemImages.replace(originals.map { ($0.key, $0.file, checksums[$0.file]) }) {
            try save(context)
        }
    }

    /// Saves a context in which originals take the places of others, or get another key.
    ///
    /// - Parameter copies: which original stands under which key afterwards. That of a record that is
    ///   deleted in the context goes with it.
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system.
    public func save(
        _ context: ManagedObjectContext, copying copies: [(from: UUID, to: UUID)]
    ) throws {
        try save(context, copying: copies) { try save(context, adding: $0) }
    }

    /// Saves a context in which originals of an item get other keys, and its picture changed or the item goes.
    ///
    /// - Parameters:
    ///   - copies: which original stands under which key afterwards.
    ///   - key: the key of the item.
    ///   - file: a file in the data directory, which moves; nil to have no original.
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system.
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
        // What was not moved into its place by then is not needed.
        defer { for copy in made { unlink(copy.file) } }
        for copy in copies {
            let file = directory.incoming + "/" + UUID().uuidString
            made.append((copy.to, file))
            try itemImages.copy(copy.from, to: file)
        }
        try save(made)
    }
}
