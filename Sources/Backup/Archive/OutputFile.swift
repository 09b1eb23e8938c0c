import CFiles
import Domain
import Foundation

/// A file that is being written.
final class OutputFile {
    private let path: String
    private let descriptor: Int32
    private let pace: Pace
    private var pending: [UInt8] = []
    private var isClosed = false
    private var writtenCount: Int64 = 0
    /// The number of written bytes whose transfer to the disk has begun, and the number of those on
    /// the disk.
    private var begunCount: Int64 = 0
    private var doneCount: Int64 = 0

    private static let pendingLimit = 64 * 1024
    /// The size of a transfer to the disk: large enough to be fast, and small enough to start
    /// before the end.
    private static let begunAtOnce: Int64 = 1 << 20
    /// The maximum number of bytes that may wait for the disk while others use it.
    private static let maximumUndone: Int64 = 16 << 20

    /// The times at which written bytes go to the disk.
    enum Pace {
        /// The system decides.
        case any
        /// At once, because the end of the transfer will be awaited.
        case early
        /// At once, and writing waits for the disk, so that a save meanwhile does not have to wait
        /// for a long transfer.
        case even
    }

    /// Creates a file where there is none.
    ///
    /// - Parameters:
    ///   - name: the bytes of the path, if it is not UTF-8. Default: those of the text.
    ///   - pace: the time at which written bytes go to the disk. Default: the system decides.
    /// - Throws: ``FileError``.
    init(making path: String, name: [UInt8]? = nil, pace: Pace = .any) throws {
        self.path = path
        self.pace = pace
        descriptor = open(
            (name ?? Array(path.utf8)).cString,
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    }

    deinit {
        if descriptor >= 0, !isClosed { Foundation.close(descriptor) }
    }

    /// Locks the file, so that other processes do not remove it as left over while it is open.
    /// Returns false if one has already done so.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 && FileName.isOf(descriptor, path)
    }

    /// Adds bytes.
    ///
    /// - Throws: ``FileError``.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count < Self.pendingLimit else {
            try flush()
            return try writeNow(bytes)
        }
        pending += bytes
        if pending.count >= Self.pendingLimit { try flush() }
    }

    /// Adds bytes.
    ///
    /// - Throws: ``FileError``.
    func write(_ bytes: Data) throws {
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Writes buffered bytes, and waits until all are on the disk. The file stays open and locked.
    ///
    /// - Throws: ``FileError``.
    func sync() throws {
        try flush()
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }

    /// Writes buffered bytes, and closes the file.
    ///
    /// - Throws: ``FileError``.
    func close() throws {
        try flush()
        isClosed = true
        guard Foundation.close(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }

    private func flush() throws {
        try pending.withUnsafeBytes { try writeNow($0) }
        pending.removeAll(keepingCapacity: true)
    }

    private func writeNow(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path: path, code: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            writtenCount += Int64(count)
        }
        let new = writtenCount - begunCount
        guard pace != .any, new >= Self.begunAtOnce else { return }
        cfiles_begin_writing(descriptor, begunCount, new)
        begunCount = writtenCount
        let surplus = begunCount - Self.maximumUndone - doneCount
        guard pace == .even, surplus > 0 else { return }
        cfiles_finish_writing(descriptor, doneCount, surplus)
        doneCount += surplus
    }
}
