import Foundation
import Imaging
import Persistence

extension PhotoLibrary {
    /// The result of reading a photo.
    private enum Reading: Sendable {
        case picture(SourcePhoto.Details)
        /// The file is not a picture.
        case noPicture
        /// The picture cannot be opened, with the reason.
        case broken(String)
    }

    private struct Unread: Sendable {
        let number: Int64
        let id: String
        let version: String
    }

    private static let readAtOnce = 50

    /// Reads the details of all pictures of the folder that were not read yet.
    ///
    /// - Throws: errors of the store, and `CancellationError`.
    public func readDetails() async throws {
        while true {
            let photos = try await unread()
            guard !photos.isEmpty else { return }
            var readings: [(Unread, Reading)] = []
            for photo in photos {
                try Task.checkCancellation()
                if let reading = try await read(photo) { readings.append((photo, reading)) }
            }
            try await save(readings)
        }
    }

    private func unread() async throws -> [Unread] {
        try await household.container.read { [folder] context in
            let (source, limit) = (folder.name, Self.readAtOnce)
            let request = FetchRequest<Photo>(
                #Predicate { !$0.isRead && $0.source == source && $0.vanishedAt == nil },
                limit: limit)
            return try context.fetch(request).compactMap { photo in
                guard let number = photo.objectID.recordNumber else { return nil }
                return Unread(number: number, id: photo.sourceID ?? "", version: photo.version)
            }
        }
    }

    private func read(_ photo: Unread) async throws -> Reading? {
        while true {
            do {
                let file = try await onThread { [folder] in try folder.open(photo.id) }
                // The path is valid only as long as the file object.
                defer { withExtendedLifetime(file) {} }
                let details = try await household.imageProcessor.details(ofFileAt: file.path)
                return .picture(SourcePhoto.Details(details))
            } catch ImagingError.busy(let seconds) {
                try await Task.sleep(for: .seconds(seconds))
            } catch let error as ImagingError {
                if case .unsupported(let kind) = error, !kind.isPicture { return .noPicture }
                return error == .empty ? .noPicture : .broken(error.description)
            } catch PhotoSourceError.noSuchPhoto {
                return .noPicture
            } catch let error as FileError {
                return .broken(error.description)
            }
        }
    }

    private func save(_ readings: [(Unread, Reading)]) async throws {
        try await household.container.write { [household] context in
            for (unread, reading) in readings {
                guard let photo = try Photo.find(unread.number, in: context),
                    photo.version == unread.version, photo.sourceID == unread.id
                else { continue }
                switch reading {
                case .picture(let details): photo.take(details)
                case .noPicture:
                    photo.isRead = true
                    photo.isPicture = false
                case .broken(let reason):
                    photo.isRead = true
                    photo.isPicture = true
                    photo.problem = String(reason.prefix(500))
                }
            }
            if context.hasChanges { try household.save(context) }
        }
    }
}

extension SourcePhoto.Details {
    fileprivate init(_ details: PictureDetails) {
        width = details.picture.width
        height = details.picture.height
        takenAt = details.takenAt?.stored
        camera = details.camera.map { String($0.prefix(200)) }
        latitude = details.position?.latitude
        longitude = details.position?.longitude
    }
}
