import Foundation

/// A file without a name, which is gone with the last who has it, or with the program; or one with a name that is
/// only read.
final class TemporaryFile: Sendable {
    let descriptor: CInt

    /// Makes an empty one in the system's folder for such files.
    ///
    /// - Throws: ``FileError``.
    convenience init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/homeowner-\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        unlink(path)
        self.init(descriptor: descriptor)
    }

    /// Opens a file to read it; nil if there is none.
    ///
    /// - Throws: ``FileError``.
    convenience init?(reading path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Takes over a file that is open.
    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``FileError``.
    func append(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    throw FileError(path: Self.shownName, code: count == 0 ? EIO : errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// All of its bytes.
    ///
    /// - Throws: ``FileError``.
    func bytes() throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(path: Self.shownName, code: errno)
        }
        return try bytes(from: 0, count: Int(status.st_size))
    }

    /// Whether it is what has a name now.
    func isAt(_ path: String) -> Bool {
        var own = stat()
        var named = stat()
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0
            && own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// The bytes of a range; fewer at the end of the file.
    ///
    /// - Throws: ``FileError``.
    func bytes(from start: Int, count: Int) throws -> [UInt8] {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
                let length = pread(descriptor, rest.baseAddress, rest.count, off_t(start + filled))
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                guard length > 0 else { return }
                filled += length
            }
        }
        guard failure == 0 else { throw FileError(path: Self.shownName, code: failure) }
        return bytes
    }

    private static let shownName = "a file in \(FileManager.default.temporaryDirectory.path)"
}
