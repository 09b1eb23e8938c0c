import Domain
import Foundation

/// What is asked of a disk.
enum Disk {
    /// The bytes that are left for this user.
    ///
    /// - Throws: ``FileError``.
    static func freeBytes(at path: String) throws -> Int64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// Waits until the names in the folder of a file are on the disk.
    ///
    /// - Throws: ``FileError``.
    static func syncFolder(of path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: folder, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: folder, code: errno) }
    }
}
