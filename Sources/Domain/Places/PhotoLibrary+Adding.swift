import Foundation
public import Imaging
import Persistence

extension PhotoLibrary {
    /// An uploaded file that cannot be added.
    public struct UnusablePhoto: Error {
        /// The sender's name for it.
        public let name: String
        /// The reason.
        public let reason: ImagingError
    }

    /// Adds uploaded photos to a place of the folder: all of them, or none.
    ///
    /// - Parameters:
    ///   - files: their paths, where they stay, and the sender's names.
    ///   - place: the record number of the place.
    /// - Returns: the record numbers of the photos.
    /// - Throws: ``UnusablePhoto`` if one is not a picture that can be opened, ``PhotoSourceError``
    ///   if the place is not in the folder, and ``FileError``.
    public func add(
        _ files: [(path: String, name: String)], to place: Int64
    ) async throws -> [Int64] {
        let placeID = try await folderPath(of: place)
        var pictures: [(path: String, name: String, format: PictureFormat)] = []
        for file in files {
            do {
                let details = try await household.imageProcessor.details(ofFileAt: file.path)
                pictures.append((file.path, file.name, details.picture.format))
            } catch let error as ImagingError {
                throw UnusablePhoto(name: file.name, reason: error)
            }
        }
        let ids = try await onThread { [folder, pictures] in
            var ids: [String] = []
            do {
                for picture in pictures {
                    ids.append(
                        try folder.add(
                            picture.path, named: picture.name, format: picture.format, to: placeID))
                }
            } catch {
                for id in ids { try folder.remove(id) }
                throw error
            }
            return ids
        }
        _ = try await look(at: .folders([placeID]))
        return try await numbers(of: ids)
    }

    private func folderPath(of place: Int64) async throws -> String {
        let (source, id) = try await household.container.read { context in
            let place = try Place.find(place, in: context)
            return (place?.source, place?.sourceID ?? "")
        }
        guard source == folder.name else {
            throw PhotoSourceError.unusable("Photos can be added to places of the folder only.")
        }
        return id
    }

    private func numbers(of ids: [String]) async throws -> [Int64] {
        try await household.container.read { [folder] context in
            try ids.map { id in
                guard let photo = try Photo.find(id, of: folder.name, in: context),
                    let number = photo.objectID.recordNumber
                else { throw PhotoSourceError.noSuchPhoto(id) }
                return number
            }
        }
    }
}
