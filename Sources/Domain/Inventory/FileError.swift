import Foundation

/// An operation on a file that the system refused.
public struct FileError: Error, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The system's error number.
    public let code: Int32

    public var description: String { "\(path): \(String(cString: strerror(code)))" }
}
