import Foundation
import Imaging

/// The owner's folder of photos.
///
/// Each folder in it with photos, at any depth, is a place named by its path; photos in the top
/// folder itself belong to a place named ``unsorted``, which lists show only while there are such
/// photos. Hidden files and folders are skipped, and symbolic links are not followed.
public struct PhotoFolder: PhotoSource {
    /// The name of the place for photos in the top folder.
    public static let unsorted = "Unsorted"

    /// The source's name in the store.
    public static let sourceName = "folder"

    public var name: String { Self.sourceName }
    public let path: String
    let files: FolderFiles

    /// Makes a source for a folder, which need not exist yet.
    public init(path: String) {
        self.path = path
        files = FolderFiles(root: path)
    }

    public func places() async throws -> [SourcePlace] {
        try listings().map(\.place)
    }

    public func photos(of place: SourcePlace) async throws -> [SourcePhoto] {
        try Self.listing(of: place.id, files.entries(of: place.id)).photos
    }

    public func image(of photo: PhotoReference, using folder: String) async throws -> PhotoFile {
        try open(photo.id)
    }

    /// Opens a photo's file.
    ///
    /// - Throws: ``PhotoSourceError/noSuchPhoto(_:)`` if it does not exist, or is not a file.
    func open(_ id: String) throws -> PhotoFile {
        let descriptor: Int32
        do {
            descriptor = try files.open(id, O_RDONLY | O_NONBLOCK)
        } catch let error as FileError {
            guard [ENOENT, ENOTDIR, ELOOP, EINVAL, ENXIO].contains(error.code) else { throw error }
            throw PhotoSourceError.noSuchPhoto(id)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PhotoSourceError.noSuchPhoto(id)
        }
        return try PhotoFile(taking: descriptor)
    }

    /// All places with their photos.
    ///
    /// - Throws: ``PhotoSourceError`` if the folder is missing or has too many entries.
    func listings() throws -> [PlaceListing] {
        var listings: [PlaceListing] = []
        do {
            try files.walk { folder, entries in
                if let listing = Self.placeListing(of: folder, entries) { listings.append(listing) }
            }
        } catch let error as FileError {
            throw PhotoSourceError.unavailable("The folder of photos cannot be read: \(error)")
        }
        return listings
    }

    /// Some places with their photos, without those whose folders are gone.
    ///
    /// - Throws: as ``listings()``.
    func listings(of folders: Set<String>) throws -> [PlaceListing] {
        try folders.compactMap { folder in
            do {
                return Self.placeListing(of: folder, try files.entries(of: folder))
            } catch let error as FileError where error.code == ENOENT && !folder.isEmpty {
                return nil
            } catch let error as FileError {
                throw PhotoSourceError.unavailable("A folder of photos cannot be read: \(error)")
            }
        }
    }

    /// The listing of a folder that is a place: it has photos, or no subfolders that could have
    /// some.
    private static func placeListing(
        of folder: String, _ entries: [FolderFiles.Entry]
    ) -> PlaceListing? {
        let listing = listing(of: folder, entries)
        let isPlace = !listing.photos.isEmpty || !entries.contains(where: \.isFolder)
        return isPlace ? listing : nil
    }

    private static func listing(
        of folder: String, _ entries: [FolderFiles.Entry]
    ) -> PlaceListing {
        PlaceListing(
            place: SourcePlace(id: folder, name: placeName(of: folder)),
            photos: entries.filter { !$0.isFolder }.map(photo))
    }

    static func placeName(of folder: String) -> String {
        let name = folder.split(separator: "/").map { FolderName(id: String($0)).title }
            .joined(separator: " / ")
        return name.isEmpty ? unsorted : shown(name)
    }

    private static func photo(_ entry: FolderFiles.Entry) -> SourcePhoto {
        var photo = SourcePhoto(id: entry.path, title: shown(entry.name.title))
        photo.byteCount = entry.byteCount
        photo.modifiedAt = entry.modifiedAt
        photo.fileNumber = entry.fileNumber
        photo.isPicture = looksLikePicture(entry.name.title)
        return photo
    }

    /// The name, cut to the maximum length in the model.
    private static func shown(_ name: String) -> String { String(name.prefix(300)) }

    /// The extension counts until the bytes have been read.
    private static func looksLikePicture(_ name: String) -> Bool {
        pictureExtensions.contains((name as NSString).pathExtension.lowercased())
    }

    private static let pictureExtensions = Set(
        PictureFormat.allCases.map(\.fileExtension) + ["jpeg", "tif", "heif", "avif"])
}
