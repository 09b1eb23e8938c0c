import Domain
import Foundation

/// Reads a file from its beginning, up to the size that it had when it was listed. A file that
/// grows later is being written to; the part until then is one state of it.
final class InputFile {
    private let path: String
    private let descriptor: Int32
    private var rest: Int64
    /// Whether others may change the file at any time.
    private var isChanging = false
    /// Whether the file became shorter than expected: the missing bytes are zeros.
    private(set) var isCutOff = false

    /// - Parameter name: the bytes of the path, if it is not UTF-8. Default: those of the text.
    /// - Throws: ``FileError``.
    init(_ path: String, name: [UInt8]? = nil, size: Int64) throws {
        self.path = path
        rest = size
        descriptor = open(
            (name ?? Array(path.utf8)).cString, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }

    /// Opens a file that others may move, remove or change.
    ///
    /// - Parameter name: the bytes of the path, if it is not UTF-8. Default: those of the text.
    /// - Returns: nil if it is gone or has another size.
    /// - Throws: ``FileError`` if it cannot be opened for another reason.
    static func ifUnchanged(
        _ path: String, name: [UInt8]? = nil, size: Int64
    ) throws -> InputFile? {
        let file: InputFile
        do {
            file = try InputFile(path, name: name, size: size)
        } catch let error as FileError where [ENOENT, ENOTDIR, ELOOP].contains(error.code) {
            return nil
        }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else {
            throw FileError(path: path, code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == size else { return nil }
        file.isChanging = true
        return file
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Fills a buffer with the next bytes. Returns their number, 0 at the end.
    ///
    /// - Throws: ``FileError``; ``BackupError`` if the file is shorter than expected.
    func read(_ piece: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = Int(min(rest, Int64(piece.count)))
        guard wanted > 0 else { return 0 }
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, wanted)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, code: errno) }
            guard count > 0 else { return try fill(piece, wanted) }
            rest -= Int64(count)
            return count
        }
    }

    /// Continues with zeros after the end of a file that became shorter, since its size is already
    /// in the archive.
    private func fill(_ piece: UnsafeMutableRawBufferPointer, _ count: Int) throws -> Int {
        guard isChanging else {
            throw BackupError("\(path) became shorter while it was read. Start again.")
        }
        isCutOff = true
        for index in 0..<count { piece[index] = 0 }
        rest -= Int64(count)
        return count
    }
}
