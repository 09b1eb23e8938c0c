import Dispatch
import Foundation
import Imaging
import Persistence

/// The photos of a household: their sources, the images of favorites, and the reading of details.
public final class PhotoLibrary: Sendable {
    public let household: Household
    /// The owner's folder of photos.
    public let folder: PhotoFolder
    /// All sources, the folder first.
    public let sources: [any PhotoSource]
    /// The images of favorites.
    public let favoriteFiles: FavoriteFiles
    private let thread = DispatchQueue(label: "photos")

    /// Makes a library.
    ///
    /// - Parameters:
    ///   - household: the household.
    ///   - folder: the folder of photos; nil for `photos` in the data directory, which is created.
    ///   - services: further sources.
    /// - Throws: ``HouseholdError`` if the folder cannot be created.
    public init(
        _ household: Household, folder: String? = nil, services: [any PhotoSource] = []
    ) throws {
        self.household = household
        if folder == nil { try household.directory.createPhotos() }
        self.folder = PhotoFolder(path: folder ?? household.directory.photos)
        sources = [self.folder] + services
        household.photoFolder = self.folder
        favoriteFiles = FavoriteFiles(directory: household.directory)
    }

    /// The image of a photo: a favorite's from the stored images, others from the source.
    ///
    /// - Throws: ``PhotoSourceError``, and errors of the source.
    public func image(of photo: PhotoImageReference) async throws -> PhotoFile {
        if photo.isFavorite, let file = favoriteFiles.file(of: photo.number) { return file }
        return try await sourceImage(of: photo)
    }

    /// The source's current image of a photo.
    func sourceImage(of photo: PhotoImageReference) async throws -> PhotoFile {
        guard let source = sources.first(where: { $0.name == photo.source }) else {
            throw PhotoSourceError.unusable(
                "The source \(photo.source) of the photo is not set up.")
        }
        return try await source.image(
            of: photo.reference, using: household.directory.incoming)
    }

    /// Reads the whole folder.
    ///
    /// - Throws: ``PhotoSourceError``, and errors of the store.
    @discardableResult
    public func lookAtFolder() async throws -> PhotoImportResult {
        try await look(at: .everything)
    }

    /// Reads the changed parts of the folder.
    func look(at change: FolderChange) async throws -> PhotoImportResult {
        let taking = PhotoImport(household: household, source: folder.name)
        let taken =
            switch change {
            case .everything:
                try await taking.take(.everything) { [self] in
                    try await onThread { try self.folder.listings() }
                }
            case .folders(let folders):
                try await taking.take(.places(folders)) { [self] in
                    try await onThread { try self.folder.listings(of: folders) }
                }
            }
        for number in taken.changedFavorites { try await keepFavorite(number) }
        return taken
    }

    /// Imports the places and photos of a service.
    ///
    /// - Parameter pause: the delay between two places, to limit the load on the service.
    /// - Throws: errors of the source and of the store.
    public func ask(
        _ source: some PhotoSource, pause: Duration = .seconds(1)
    ) async throws -> PhotoImportResult {
        let taking = PhotoImport(household: household, source: source.name, keepsViewed: true)
        let places = try await source.places()
        var taken = PhotoImportResult()
        for place in places {
            taken += try await taking.take(.places([place.id])) {
                [PlaceListing(place: place, photos: try await source.photos(of: place))]
            }
            try await Task.sleep(for: pause)
        }
        return taken
    }

    /// Runs blocking work on a separate thread.
    func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
