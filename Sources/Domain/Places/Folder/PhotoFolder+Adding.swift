import Foundation
import Imaging

extension PhotoFolder {
    /// Adds an uploaded photo to a place, under an unused name.
    ///
    /// - Parameters:
    ///   - file: the photo's path, where it stays.
    ///   - name: the sender's name for it.
    ///   - format: its format.
    ///   - place: the identifier of the place.
    /// - Returns: the identifier of the photo.
    /// - Throws: ``PhotoSourceError/noSuchPlace(_:)`` if the place does not exist, and
    ///   ``FileError``.
    func add(
        _ file: String, named name: String, format: PictureFormat, to place: String
    ) throws -> String {
        let folder: Int32
        do {
            folder = try files.open(place, O_RDONLY | O_DIRECTORY)
        } catch let error as FileError where [ENOENT, ENOTDIR, ELOOP].contains(error.code) {
            throw PhotoSourceError.noSuchPlace(place.isEmpty ? Self.unsorted : place)
        }
        defer { close(folder) }
        let hidden = Self.uploadPrefix + UUID().uuidString
        do {
            try Self.copy(file, to: hidden, in: folder)
            let final = try Self.reserve(PhotoFileName(name, format: format), in: folder)
            guard renameat(folder, hidden, folder, final) == 0 else {
                let code = errno
                unlinkat(folder, final, 0)
                throw FileError(path: final, code: code)
            }
            guard fsync(folder) == 0 else { throw FileError(path: place, code: errno) }
            let id = FolderName(Array(final.utf8)).id
            return place.isEmpty ? id : "\(place)/\(id)"
        } catch {
            unlinkat(folder, hidden, 0)
            throw error
        }
    }

    private static let uploadPrefix = ".upload-"

    /// Whether a file's name is that of an upload in progress.
    package static func isUpload(_ name: String) -> Bool {
        name.hasPrefix(uploadPrefix)
            && UUID(uuidString: String(name.dropFirst(uploadPrefix.count))) != nil
    }

    /// Removes a photo that was just added.
    ///
    /// - Throws: ``FileError``.
    func remove(_ id: String) throws {
        let steps = id.split(separator: "/").map(String.init)
        let folder = try files.open(
            steps.dropLast().joined(separator: "/"), O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        guard unlinkat(folder, FolderName.bytes(of: steps.last ?? "").cString, 0) == 0 else {
            throw FileError(path: id, code: errno)
        }
    }

    /// Creates an empty file under the first unused name, so that no other upload or program takes
    /// it meanwhile.
    private static func reserve(_ name: PhotoFileName, in folder: Int32) throws -> String {
        for number in 1...10_000 {
            let candidate = name.numbered(number)
            let descriptor = openat(
                folder, candidate, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                close(descriptor)
                return candidate
            }
            guard errno == EEXIST else { throw FileError(path: candidate, code: errno) }
        }
        throw FileError(path: name.numbered(1), code: EEXIST)
    }

    /// Copies a file and waits until it is on the disk.
    private static func copy(_ file: String, to name: String, in folder: Int32) throws {
        let source = Foundation.open(file, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileError(path: file, code: errno) }
        defer { close(source) }
        let target = openat(
            folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw FileError(path: name, code: errno) }
        defer { close(target) }
        try FileCopy.copy(from: source, to: target, path: file)
        guard fsync(target) == 0 else { throw FileError(path: name, code: errno) }
    }
}
