import Foundation

/// The image of a photo as a file that is there as long as this is.
public final class PhotoFile: Sendable {
    private enum Keeping {
        /// The descriptor of a file that is somebody's.
        case open(Int32)
        /// A file that was made for this, and goes with it.
        case temporary
        /// A file of the data directory.
        case kept
    }

    /// Where the bytes are. The path is good only while this is.
    public let path: String
    /// How many bytes there are.
    public let byteCount: Int64
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
        keeping = .open(descriptor)
    }

    /// A file that is removed when this goes, if it is temporary.
    ///
    /// - Throws: ``FileError``.
    public init(path: String, isTemporary: Bool) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
        self.path = path
        byteCount = Int64(status.st_size)
        keeping = isTemporary ? .temporary : .kept
    }

    deinit {
        switch keeping {
        case .open(let descriptor): close(descriptor)
        case .temporary: unlink(path)
        case .kept: break
        }
    }
}
