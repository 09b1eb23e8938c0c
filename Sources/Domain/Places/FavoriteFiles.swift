import Foundation

/// The images of favourites: files that are named by the number of the photo's record. There is one
/// for each favourite and for no other photo.
public struct FavoriteFiles: Sendable {
    private let folder: String
    private let checksums: PictureChecksums

    init(directory: DataDirectory) {
        folder = directory.favorites
        checksums = PictureChecksums(directory: directory)
    }

    /// The file of a favourite, opened, so that it can be read when the photo is none any more; nil if there
    /// is none.
    public func file(of number: Int64) -> PhotoFile? {
        // Whoever cannot have it asks the source.
        try? PhotoFile.opened(path(of: number))
    }

    /// Puts a file in place, which replaces the one that is there. It is on the disk then.
    ///
    /// - Parameter file: a file on the same disk, which moves.
    /// - Throws: ``FileError``.
    func put(_ file: String, for number: Int64) throws {
        try checksums.note(file, at: "favorites/\(number)")
        guard rename(file, path(of: number)) == 0 else {
            throw FileError(path: path(of: number), code: errno)
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: folder, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: folder, code: errno) }
    }

    /// Removes the file of a photo that is no favourite any more.
    func remove(_ number: Int64) {
        unlink(path(of: number))
    }

    /// The record numbers for which there are files. Files that are named otherwise are not of this
    /// program and stay.
    ///
    /// - Throws: errors of the file system.
    func numbers() throws -> Set<Int64> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int64($0) })
    }

    private func path(of number: Int64) -> String { "\(folder)/\(number)" }
}
