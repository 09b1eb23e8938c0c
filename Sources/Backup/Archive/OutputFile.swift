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
    /// The part of what was written that the disk has begun with, and the part that it is done with.
    private var begunCount: Int64 = 0
    private var doneCount: Int64 = 0

    private static let pendingLimit = 64 * 1024
    /// What the disk is given at once: enough for it to be quick, and not so much that nothing is
    /// done before the end.
    private static let begunAtOnce: Int64 = 1 << 20
    /// What may wait for the disk while others use it.
    private static let mostUndone: Int64 = 16 << 20

    /// When the disk gets what is written.
    enum Pace {
        /// When the system likes.
        case any
        /// At once, because it will be waited for, and nothing else is.
        case early
        /// At once, and writing waits for the disk: who saves a record meanwhile does not have to wait
        /// for a great deal that came before.
        case even
    }

    /// Makes a file where there is none.
    ///
    /// - Parameters:
    ///   - name: the bytes of the path, if they are no text. Default: those of the text.
    ///   - pace: when the disk gets what is written. Default: when the system likes.
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

    /// Keeps other processes from taking the file for one that was left, as long as it is open. False if one has
    /// done so already.
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

    /// Writes what is left, and waits until all of it is on the disk. The file stays open, and locked.
    ///
    /// - Throws: ``FileError``.
    func sync() throws {
        try flush()
        guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno) }
    }

    /// Writes what is left, and ends.
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
        let surplus = begunCount - Self.mostUndone - doneCount
        guard pace == .even, surplus > 0 else { return }
        cfiles_finish_writing(descriptor, doneCount, surplus)
        doneCount += surplus
    }
}
