import Domain
import Foundation

/// Functions of the disk.
enum Disk {
    /// The free space for this user in bytes.
    ///
    /// - Throws: ``FileError``.
    static func freeBytes(at path: String) throws -> Int64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// Shortens a file step by step before it is removed: a disk that frees a large file at once
    /// may block all others meanwhile. If this fails, removing the file does the rest.
    static func shrink(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        // A file with a second name is used by others.
        guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else { return }
        var size = Int64(status.st_size)
        while size > 0 {
            size = max(0, size - mostGivenBack)
            guard ftruncate(descriptor, off_t(size)) == 0, fsync(descriptor) == 0 else { return }
        }
    }

    private static let mostGivenBack: Int64 = 32 << 20

    /// Waits until the directory entries of a file's folder are on the disk.
    ///
    /// - Throws: ``FileError``.
    static func syncFolder(of path: String) throws {
        try FileWriting.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
}
