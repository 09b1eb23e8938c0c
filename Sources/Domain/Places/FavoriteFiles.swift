import Foundation

/// The images of favorites, in files named by the photo's record number. Exactly the favorites
/// have one.
public struct FavoriteFiles: Sendable {
    private let folder: String
    private let checksums: PictureChecksums

    init(directory: DataDirectory) {
        folder = directory.favorites
        checksums = PictureChecksums(directory: directory)
    }

    /// The opened file of a favorite, which stays readable when the photo stops being one; nil if
    /// there is none.
    public func file(of number: Int64) -> PhotoFile? {
        // After an error the image comes from the source.
        try? PhotoFile.opened(path(of: number))
    }

    /// Puts a file in place, replacing an existing one, and waits until it is on the disk.
    ///
    /// - Parameter file: a file on the same disk, which is moved.
    /// - Throws: ``FileError``.
    func put(_ file: String, for number: Int64) throws {
        try checksums.note(file, at: "favorites/\(number)")
        guard rename(file, path(of: number)) == 0 else {
            throw FileError(path: path(of: number), code: errno)
        }
        try FileWriting.sync(folder)
    }

    /// Removes the file of a photo that stopped being a favorite.
    func remove(_ number: Int64) {
        unlink(path(of: number))
    }

    /// The record numbers of the files. Files with other names belong to other programs and stay.
    ///
    /// - Throws: errors of the file system.
    func numbers() throws -> Set<Int64> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int64($0) })
    }

    private func path(of number: Int64) -> String { "\(folder)/\(number)" }
}
