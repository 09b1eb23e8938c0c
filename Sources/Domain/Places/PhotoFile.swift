import Foundation

/// The image of a photo, or another file of the household, that is there as long as this is.
public final class PhotoFile: Sendable {
    private enum Keeping {
        /// The descriptor of a file that is somebody's.
        case open(Int32)
        /// A file that was made for this, and goes with it.
        case temporary
    }

    /// Where the bytes are. The path is good only while this is.
    public let path: String
    /// How many bytes there are.
    public let byteCount: Int64
    /// Tells these bytes from those of any other file that has had the place or will have it.
    public let version: String
    private let keeping: Keeping

    /// Takes over an open file. It is read through the descriptor, so that nobody can put another
    /// file in its place.
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

    /// Opens a file of the data directory: what takes its place from then on, or removes it, is nothing to who
    /// reads this.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``FileError``.
    static func opened(_ path: String) throws -> PhotoFile? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        return try PhotoFile(taking: descriptor)
    }

    /// A file that was made for this, and is removed when this goes.
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
