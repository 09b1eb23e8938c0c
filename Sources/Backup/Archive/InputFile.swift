import Domain
import Foundation

/// A file that is read from its beginning, as many bytes as it had when it was looked at. One that
/// grows meanwhile is a file that is being written to, of which this is a state.
final class InputFile {
    private let path: String
    private let descriptor: Int32
    private var rest: Int64

    /// - Throws: ``FileError``.
    init(_ path: String, size: Int64) throws {
        self.path = path
        rest = size
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Fills a buffer with the next bytes; returns how many, 0 at the end.
    ///
    /// - Throws: ``FileError``; ``BackupError`` if the file is shorter than it was.
    func read(_ piece: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = Int(min(rest, Int64(piece.count)))
        guard wanted > 0 else { return 0 }
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, wanted)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, code: errno) }
            guard count > 0 else {
                throw BackupError("\(path) became shorter while it was read. Start again.")
            }
            rest -= Int64(count)
            return count
        }
    }
}
