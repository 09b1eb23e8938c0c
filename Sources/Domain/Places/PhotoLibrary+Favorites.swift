import Foundation
import Imaging
import Persistence

extension PhotoLibrary {
    /// Marks a photo as a favourite and keeps its image.
    ///
    /// - Returns: false if there is no such photo.
    /// - Throws: ``PhotoSourceError`` and errors of the source if the image cannot be had, and errors
    ///   of the store; nothing is marked then.
    @discardableResult
    public func markFavorite(_ number: Int64) async throws -> Bool {
        guard let photo = try await reference(of: number) else { return false }
        if photo.isFavorite, favoriteFiles.file(of: number) != nil { return true }
        let copy = try await copyImage(of: photo)
        defer { unlink(copy) }
        return try await household.write { [household, favoriteFiles] context in
            guard let photo = try Photo.find(number, in: context) else { return false }
            try household.changingFiles {
                // A file without a mark is removed at the next start; a mark without a file is not made.
                try favoriteFiles.put(copy, for: number)
                photo.isFavorite = true
                do {
                    if context.hasChanges { try household.save(context) }
                } catch {
                    favoriteFiles.remove(number)
                    throw error
                }
            }
            return true
        }
    }

    /// Takes the mark from a photo, and its image away.
    ///
    /// - Returns: false if there is no such photo.
    /// - Throws: errors of the store.
    @discardableResult
    public func unmarkFavorite(_ number: Int64) async throws -> Bool {
        try await household.write { [household, favoriteFiles] context in
            guard let photo = try Photo.find(number, in: context) else { return false }
            try household.changingFiles {
                photo.isFavorite = false
                if context.hasChanges { try household.save(context) }
                favoriteFiles.remove(number)
            }
            return true
        }
    }

    /// Removes images of photos that are no favourites, and gets those of favourites that are
    /// missing.
    ///
    /// - Returns: the record numbers of favourites whose image cannot be had, with the reason.
    /// - Throws: errors of the file system and of the store.
    public func checkFavorites() async throws -> [Int64: any Error] {
        let files = try favoriteFiles.numbers()
        let favorites = try await household.container.read { context in
            let request = FetchRequest<Photo>(#Predicate { $0.isFavorite })
            return Set(try context.fetchObjectIDs(request).compactMap(\.recordNumber))
        }
        for number in files.subtracting(favorites) {
            try await removeUnlessFavorite(number)
        }
        var missing: [Int64: any Error] = [:]
        for number in favorites.subtracting(files).sorted() {
            try Task.checkCancellation()
            do {
                try await keepFavorite(number)
            } catch let error as CancellationError {
                throw error
            } catch {
                missing[number] = error
            }
        }
        return missing
    }

    /// Keeps the image that a favourite has now.
    func keepFavorite(_ number: Int64) async throws {
        guard let photo = try await reference(of: number), photo.isFavorite else { return }
        let copy = try await copyImage(of: photo)
        defer { unlink(copy) }
        try await household.container.write { [favoriteFiles] context in
            guard try Photo.find(number, in: context)?.isFavorite == true else { return }
            try favoriteFiles.put(copy, for: number)
        }
    }

    /// A photo may have become a favourite since the files were looked at.
    private func removeUnlessFavorite(_ number: Int64) async throws {
        try await household.container.write { [favoriteFiles] context in
            guard try Photo.find(number, in: context)?.isFavorite != true else { return }
            favoriteFiles.remove(number)
        }
    }

    private func reference(of number: Int64) async throws -> PhotoImageReference? {
        try await household.container.read { context in
            try Photo.find(number, in: context).map(PhotoImageReference.init)
        }
    }

    /// A copy of the image as the source has it now, in the folder of what is on its way in.
    private func copyImage(of photo: PhotoImageReference) async throws -> String {
        let image = try await sourceImage(of: photo)
        let incoming = household.directory.incoming
        let limit = household.imageProcessor.limits.maxBytes
        guard image.byteCount <= Int64(limit) else {
            throw ImagingError.tooManyBytes(limit: limit, size: Int(image.byteCount))
        }
        return try await onThread {
            let copy = "\(incoming)/favorite-\(UUID().uuidString)"
            do {
                try FileCopy.copy(from: image.path, to: copy)
            } catch {
                unlink(copy)
                throw error
            }
            return copy
        }
    }
}
