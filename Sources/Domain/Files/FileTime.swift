import Foundation

enum FileTime {
    /// The time of a file's last change; nil if it does not exist.
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
