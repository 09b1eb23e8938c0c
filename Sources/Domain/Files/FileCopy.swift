import Foundation

/// Copies files.
enum FileCopy {
    private static let pieceSize = 256 * 1024

    /// Copies all bytes from one descriptor to another.
    ///
    /// - Parameter path: the path for errors.
    /// - Throws: ``FileError``.
    static func copy(from source: Int32, to target: Int32, path: String) throws {
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = piece.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, code: errno) }
            guard count > 0 else { return }
            try write(piece[..<count], to: target, path: path)
        }
    }

    /// Copies a file to a new path, and waits until it is on the disk.
    ///
    /// - Throws: ``FileError``.
    static func copy(from source: String, to target: String) throws {
        let reading = open(source, O_RDONLY | O_CLOEXEC)
        guard reading >= 0 else { throw FileError(path: source, code: errno) }
        defer { close(reading) }
        let writing = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard writing >= 0 else { throw FileError(path: target, code: errno) }
        defer { close(writing) }
        try copy(from: reading, to: writing, path: source)
        guard fsync(writing) == 0 else { throw FileError(path: target, code: errno) }
    }

    static func write(_ bytes: ArraySlice<UInt8>, to target: Int32, path: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(target, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
