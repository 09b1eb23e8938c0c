import Foundation
import Imaging
import Persistence

extension PhotoLibrary {
    /// Marks a photo as a favorite and stores its image.
    ///
    /// - Returns: false if the photo does not exist.
    /// - Throws: ``PhotoSourceError`` and errors of the source if the image is not available, and
    ///   errors of the store; the photo is not marked then.
    @discardableResult
    public func markFavorite(_ number: Int64) async throws -> Bool {
        guard let photo = try await reference(of: number) else { return false }
        if photo.isFavorite, favoriteFiles.file(of: number) != nil { return true }
        let copy = try await copyImage(of: photo)
        defer { unlink(copy) }
        return try await household.write { [household, favoriteFiles] context in
            guard let photo = try Photo.find(number, in: context) else { return false }
            try household.changingFiles {
                // The next start removes a file without a mark; there is never a mark without a
                // file.
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

    /// Removes the mark of a photo and its stored image.
    ///
    /// - Returns: false if the photo does not exist.
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

    /// Removes stored images of photos that are not favorites, and fetches missing ones.
    ///
    /// - Returns: the record numbers of favorites whose image is not available, with the error.
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

    /// Stores the current image of a favorite.
    func keepFavorite(_ number: Int64) async throws {
        guard let photo = try await reference(of: number), photo.isFavorite else { return }
        let copy = try await copyImage(of: photo)
        defer { unlink(copy) }
        try await household.container.write { [favoriteFiles] context in
            guard try Photo.find(number, in: context)?.isFavorite == true else { return }
            try favoriteFiles.put(copy, for: number)
        }
    }

    /// The photo may have become a favorite meanwhile.
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

    /// A copy of the source's current image, in the folder for uploads.
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
