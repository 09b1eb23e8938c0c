import Foundation

/// An operation on a file that the system refused.
public struct FileError: Error, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// Makes an error of a call that has just failed.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    public var description: String { "\(path): \(String(cString: strerror(code)))" }
}
