import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that takes the place of another, until it is said that it stays.
struct Replacement {
    private let original: String
    private let former: String
    private let hadOriginal: Bool

    init(original: String, former: String, new: String?) throws {
        self.original = original
        self.former = former
        let files = FileManager.default
        hadOriginal = files.fileExists(atPath: original)
        if let new { try Self.sync(new) }
        if files.fileExists(atPath: former) { try files.removeItem(atPath: former) }
        if hadOriginal { try files.moveItem(atPath: original, toPath: former) }
        if let new {
            do {
                try files.moveItem(atPath: new, toPath: original)
            } catch {
                if hadOriginal { try files.moveItem(atPath: former, toPath: original) }
                throw error
            }
        }
        try syncDirectory()
    }

    /// The new file stays.
    func finish() throws {
        guard hadOriginal else { return }
        try FileManager.default.removeItem(atPath: former)
        try syncDirectory()
    }

    /// The former file comes back.
    func takeBack() throws {
        let files = FileManager.default
        if files.fileExists(atPath: original) { try files.removeItem(atPath: original) }
        if hadOriginal { try files.moveItem(atPath: former, toPath: original) }
        try syncDirectory()
    }

    private func syncDirectory() throws {
        try Self.sync((original as NSString).deletingLastPathComponent)
    }

    /// Waits until a file or directory is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }
}

/// An operation on a file that the system refused.
public struct FileError: Error, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The system's error number.
    public let code: Int32

    public var description: String { "\(path): \(String(cString: strerror(code)))" }
}
