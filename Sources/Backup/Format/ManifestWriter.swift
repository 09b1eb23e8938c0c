import Dispatch
import Domain
import Foundation
import Synchronization

/// Writes the manifest of the files that pass through it.
///
/// Checksums are computed on a second thread while the same bytes are compressed or the next ones
/// are read, since that takes as long as all the rest. Unpacked files are written on a third.
final class ManifestWriter {
    /// Fills a buffer with the next bytes of a file. Returns their number, 0 at the end.
    typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    private let lines: Lines
    private let thread = DispatchQueue(label: "checksums")
    /// The queue on which files are written, after their checksum.
    private let writing = DispatchQueue(label: "files")
    /// Counts the free buffers. A semaphore must not be freed with a lower count than its first, so
    /// it starts at 0.
    private let free = DispatchSemaphore(value: 0)
    /// The buffers, used in turn, so that the one that became free first is the next.
    private let pieces: [UnsafeMutableRawBufferPointer]
    private var next = 0

    private static let pieceCount = 4
    /// The size of a buffer, so large that waking another thread for each one costs little.
    private static let pieceSize = 1 << 20

    /// - Parameter path: the path of the manifest to create.
    /// - Throws: ``FileError``.
    init(making path: String) throws {
        lines = Lines(try OutputFile(making: path))
        pieces = (0..<Self.pieceCount).map { _ in
            .allocate(byteCount: Self.pieceSize, alignment: 64)
        }
        for _ in pieces { free.signal() }
    }

    deinit {
        // Until then the threads may use the buffers.
        thread.sync {}
        writing.sync {}
        for piece in pieces { piece.deallocate() }
    }

    /// Reads a file to its end, and adds its line.
    ///
    /// - Parameters:
    ///   - path: its path in the backup.
    ///   - source: reads its bytes.
    ///   - body: receives all of them in pieces.
    /// - Throws: errors of the closures.
    func add(
        _ path: String, from source: Source, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var size: Int64 = 0
        while let bytes = try piece(of: source) {
            sum(bytes)
            size += Int64(bytes.count)
            try body(bytes)
        }
        endLine(path, size)
    }

    /// Reads a file to its end, adds its line, and writes the file on another thread; ``close()``
    /// waits for that.
    ///
    /// - Parameters:
    ///   - path: its path in the backup.
    ///   - source: reads its bytes.
    ///   - file: the file to write, which the caller must not use any longer.
    ///   - finish: runs after the file is closed.
    /// - Throws: errors of the source, and ``FileError`` of this or an earlier file.
    func add(
        _ path: String, from source: Source, to file: OutputFile,
        finish: @escaping @Sendable () -> Void
    ) throws {
        // Only one thread uses it.
        nonisolated(unsafe) let file = file
        var size: Int64 = 0
        while let bytes = try piece(of: source) {
            nonisolated(unsafe) let bytes = bytes
            sum(bytes) { try file.write(bytes) }
            size += Int64(bytes.count)
        }
        endLine(path, size)
        thread.async { [lines, writing] in
            writing.async {
                lines.attempt {
                    try file.close()
                    finish()
                }
            }
        }
    }

    /// Waits until all lines and files are written, and closes the manifest.
    ///
    /// - Throws: ``FileError``.
    func close() throws {
        thread.sync {}
        writing.sync {}
        try lines.close()
    }

    /// Reads the next bytes of a file into a free buffer; nil at the end.
    private func piece(of source: Source) throws -> UnsafeRawBufferPointer? {
        let count = try read(source)
        guard count > 0 else { return nil }
        defer { next = (next + 1) % pieces.count }
        return UnsafeRawBufferPointer(rebasing: pieces[next][..<count])
    }

    /// Fills the next buffer as soon as it is free.
    private func read(_ source: Source) throws -> Int {
        try lines.checkNothingFailed()
        free.wait()
        var count = 0
        // A buffer without bytes is free at once.
        defer { if count == 0 { free.signal() } }
        count = try source(pieces[next])
        return count
    }

    /// - Parameter write: runs afterwards, on the queue for files.
    private func sum(
        _ bytes: UnsafeRawBufferPointer, then write: (@Sendable () throws -> Void)? = nil
    ) {
        // They are not overwritten before the semaphore signals that this is done.
        nonisolated(unsafe) let bytes = bytes
        thread.async { [lines, free, writing] in
            lines.add(bytes)
            // Buffers become free in the order in which they were filled, with or without a file to
            // write: one that is only hashed may not overtake one that waits for its file.
            writing.async {
                if let write { lines.attempt(write) }
                free.signal()
            }
        }
    }

    private func endLine(_ path: String, _ size: Int64) {
        thread.async { [lines] in lines.end(path, size) }
    }

    /// The state that the threads share.
    private final class Lines: Sendable {
        private struct State {
            let file: OutputFile
            var sum = FileChecksum.Sum()
        }

        private let state: Mutex<State>
        /// The first error; nothing is written after it.
        private let failure = Mutex<(any Error)?>(nil)

        init(_ file: sending OutputFile) {
            state = Mutex(State(file: file))
        }

        func add(_ bytes: UnsafeRawBufferPointer) {
            state.withLock { $0.sum.add(bytes) }
        }

        /// Adds the line for the bytes since the last one.
        func end(_ path: String, _ size: Int64) {
            state.withLock { state in
                let line = ManifestLine(path: path, bytes: size, sha256: state.sum.checksum)
                state.sum = FileChecksum.Sum()
                attempt { try state.file.write(line.text) }
            }
        }

        /// Runs a closure unless an earlier one has failed.
        func attempt(_ work: () throws -> Void) {
            do {
                try checkNothingFailed()
                try work()
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }

        func checkNothingFailed() throws {
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        func close() throws {
            try checkNothingFailed()
            try state.withLock { try $0.file.close() }
        }
    }
}
