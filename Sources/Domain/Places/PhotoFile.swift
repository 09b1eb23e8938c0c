import Foundation

/// The image of a photo, or another file of the household, which stays readable as long as this
/// object.
public final class PhotoFile: Sendable {
    private enum Keeping {
        /// An open descriptor of a permanent file.
        case open(Int32)
        /// A temporary file, which is removed with the object.
        case temporary
    }

    /// The path, which is valid only as long as the object.
    public let path: String
    /// The size in bytes.
    public let byteCount: Int64
    /// Differs from the version of any other file at the same path.
    public let version: String
    private let keeping: Keeping

    /// Takes over an open file. It is read through the descriptor, so that it cannot be replaced
    /// meanwhile.
    ///
    /// - Throws: ``FileError``; the file is closed then.
    init(taking descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            defer { close(descriptor) }
            throw FileError(path: "descriptor \(descriptor)", code: errno)
        }
        path = "/proc/self/fd/\(descriptor)"
        byteCount = Int64(status.st_size)
        version = Self.version(status)
        keeping = .open(descriptor)
    }

    /// Opens a file of the data directory, which stays readable if it is replaced or removed.
    ///
    /// - Returns: nil if it does not exist.
    /// - Throws: ``FileError``.
    static func opened(_ path: String) throws -> PhotoFile? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        return try PhotoFile(taking: descriptor)
    }

    /// Takes over a temporary file, which is removed with the object.
    ///
    /// - Throws: ``FileError``.
    public init(temporary path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        self.path = path
        byteCount = Int64(status.st_size)
        version = Self.version(status)
        keeping = .temporary
    }

    private static func version(_ status: stat) -> String {
        let time = status.st_mtim
        let parts = [Int64(time.tv_sec), Int64(time.tv_nsec), Int64(status.st_size)]
        return String(status.st_ino, radix: 16)
            + parts.map { "-" + String($0, radix: 16) }.joined()
    }

    deinit {
        switch keeping {
        case .open(let descriptor): close(descriptor)
        case .temporary: unlink(path)
        }
    }
}
