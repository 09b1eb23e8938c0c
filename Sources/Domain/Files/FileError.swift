import Foundation

/// A failed operation on a file.
public struct FileError: Error, CustomStringConvertible {
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// Makes the error of a system call that has just failed.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    public var description: String { "\(path): \(String(cString: strerror(code)))" }
}

extension FileManager {
    /// Removes a file, or a folder with its contents. It is no error if another process removes it
    /// at the same time.
    ///
    /// - Throws: errors of the file system.
    func removeUnlessGone(atPath path: String) throws {
        do {
            try removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // The other process removes the rest of the folder.
        }
    }
}

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
