public import Foundation
import Imaging
import Persistence

extension Household {
    /// The result of a clean-up.
    public struct Sweep: Sendable, Equatable {
        /// The number of removed orphaned pictures and documents.
        public var removedCount = 0
        /// The keys of photos that a former version was replacing when it ended; their thumbnails
        /// were made again.
        public var repaired: [UUID] = []
        /// The keys of those that can no longer be opened.
        public var unreadable: [UUID] = []

        /// Whether there was nothing to do.
        public var isEmpty: Bool { self == Sweep() }
    }

    /// Removes orphaned pictures and staged pictures older than a day, and completes interrupted
    /// replacements. The household may be in use meanwhile.
    ///
    /// - Throws: errors of the file system and of the store.
    public func sweep() async throws -> Sweep {
        try forgetStale()
        var sweep = Sweep()
        guard let claim = try container.coordinator.claim("sweep") else { return sweep }
        defer { claim.release() }
        var interrupted: [UUID] = []
        let files = try itemImages.files()
        for start in stride(from: 0, to: files.count, by: Self.sweptAtOnce) {
            try Task.checkCancellation()
            guard claim.isHeld else { return sweep }
            let part = files[start..<min(start + Self.sweptAtOnce, files.count)]
            // Pictures change only in `write` closures, so none is added or removed meanwhile.
            let found = try await container.write { context in
                try self.sweep(part, in: context)
            }
            sweep.removedCount += found.removedCount
            interrupted += found.interrupted
        }
        for key in interrupted {
            if try await finishReplacement(of: key) {
                sweep.repaired.append(key)
            } else {
                sweep.unreadable.append(key)
            }
        }
        return sweep
    }

    /// Removes expired staged pictures, undo steps and import files, and records of imports that can
    /// no longer be reverted, and empties the trash of old items, unless another server does.
    ///
    /// - Throws: errors of the file system and of the store.
    public func forgetStale() throws {
        try directory.keepIncoming()
        guard let claim = try container.coordinator.claim("stale files") else { return }
        defer { claim.release() }
        try stagedImages.sweep()
        try deleteSteps(.key("expires") < now())
        try forgetUnreadableImports()
        try imports.sweep()
        try removeOrphanedParts()
        try directory.forgetIncoming()
        try directory.forgetForms()
        // Completes imports of servers that have ended; a single server does so at its next start.
        if directory.isShared { try finishInterruptedImports() }
        try emptyTrash()
        // The folder belongs to the system: what is wrong with it is told by the next attempt.
        unfinished.attempt("tables") { try ScratchTable.sweep() }
    }

    private static var sweptAtOnce: Int { 100 }

    private func sweep(
        _ files: ArraySlice<ItemImages.File>, in context: ManagedObjectContext
    ) throws -> (removedCount: Int, interrupted: [UUID]) {
        var removedCount = 0
        var interrupted: [UUID] = []
        for file in files {
            switch file {
            case .original(let key), .former(let key):
                if try !context.hasOriginal(key) {
                    itemImages.remove(file)
                    removedCount += 1
                } else if case .former = file {
                    itemImages.restoreFormer(of: key)
                    interrupted.append(key)
                }
            case .unknown: break
            }
        }
        return (removedCount, interrupted)
    }

    /// Makes the thumbnail of an interrupted replacement. Returns whether there is a usable picture.
    private func finishReplacement(of key: UUID) async throws -> Bool {
        do {
            guard try await remakeThumbnail(of: key) != nil else { return false }
        } catch is ImagingError {
            return false
        }
        itemImages.remove(.former(key))
        return true
    }

    /// Makes the thumbnail of a photo again from its original.
    ///
    /// - Parameter key: the key of the photo.
    /// - Returns: the name of its item; nil if the photo or its original is gone.
    /// - Throws: `ImagingError` if the original cannot be opened, errors of the store.
    @discardableResult
    public func remakeThumbnail(of key: UUID) async throws -> String? {
        guard let path = itemImages.path(of: key) else { return nil }
        let thumbnail = try await imageProcessor.thumbnail(ofFileAt: path).png
        return try await write { context in
            guard let photo = try ItemPhoto.find(key, in: context) else { return nil }
            if photo.thumbnail != thumbnail {
                photo.thumbnail = thumbnail
                try self.save(context)
            }
            return photo.item?.itemName ?? ""
        }
    }
}

extension ManagedObjectContext {
    /// Whether a file of the data directory belongs to a record: an original to the record with its
    /// key, the image of a favorite to the photo.
    ///
    /// - Parameter path: its path in the data directory.
    /// - Throws: errors of the store.
    package func hasOwner(ofFileAt path: String) throws -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if let key = UUID(uuidString: name) {
            return try hasOriginal(key)
        }
        guard path.hasPrefix("favorites/"), let number = Int64(name),
            let photo = try record("Photo", number) as? Photo
        else { return false }
        return photo.isFavorite
    }
}
