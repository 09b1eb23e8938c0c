import Foundation

/// Writes files and waits until they are on the disk.
enum DurableFile {
    static func write(_ data: Data, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure("create", path) }
        defer { close(file) }
        do {
            try data.withUnsafeBytes { try writeAll($0, to: file, path) }
            guard fsync(file) == 0 else { throw failure("sync", path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits until an existing file is on the disk.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("open", path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("sync", path) }
    }

    /// Waits until a directory's entries are on the disk.
    static func syncDirectory(_ path: String) throws {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open", path) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw failure("sync", path) }
    }

    private static func writeAll(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, _ path: String
    ) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(
                file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("write", path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ verb: String, _ path: String) -> CocoaError {
        let cause = String(cString: strerror(errno))
        let code: CocoaError.Code = errno == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown
        return CocoaError(
            code,
            userInfo: [
                NSFilePathErrorKey: path,
                NSLocalizedDescriptionKey: "Cannot \(verb) \(path): \(cause)",
            ])
    }
}
