import Foundation

enum FileTime {
    /// The time of a file's last change; nil if it does not exist.
    ///
    /// - Throws: errors of the file system.
    static func modification(at path: String) throws -> Date? {
        try status(of: path).map { Date($0.st_mtim) }
    }

    /// The number of a file, which one in its place does not have; nil if it does not exist.
    ///
    /// - Throws: errors of the file system.
    static func number(at path: String) throws -> UInt? { try status(of: path)?.st_ino }

    private static func status(of path: String) throws -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        return status
    }
}
