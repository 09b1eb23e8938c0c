import Glibc

/// Writes files in one step.
public enum FileWriting {
    /// Writes a file under a temporary name and renames it. It has its permissions from the start.
    ///
    /// - Throws: ``FileError``.
    public static func write(_ bytes: [UInt8], at path: String, permissions: UInt32) throws {
        let new = path + ".new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard file >= 0 else { throw FileError(path: new, code: errno) }
        defer { close(file) }
        try FileCopy.write(bytes[...], to: file, path: new)
        // The mask of the process may have taken some away.
        guard fchmod(file, permissions) == 0, fsync(file) == 0, rename(new, path) == 0 else {
            throw FileError(path: path, code: errno)
        }
    }

    /// Waits until a file, or the entries of a folder, are on the disk.
    ///
    /// - Throws: ``FileError``.
    package static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }
}
