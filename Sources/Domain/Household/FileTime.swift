import Foundation

/// When files were written.
enum FileTime {
    /// When a file was written last; nil for one that is gone.
    ///
    /// - Throws: errors of the file system.
    static func modification(at path: String) throws -> Date? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        return Date(status.st_mtim)
    }
}
