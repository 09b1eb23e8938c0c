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
