import Dispatch
import Domain
import Foundation
import Synchronization

/// Writes the manifest of the files that pass through it.
///
/// Their checksums are computed on a thread of their own, while the same bytes are compressed, or the
/// next ones are read: that takes as long as all the rest. Files that are made are written on a third.
final class ManifestWriter {
    /// Fills a buffer with the next bytes of a file; returns how many, 0 at the end.
    typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    private let lines: Lines
    private let thread = DispatchQueue(label: "checksums")
    /// Where files are written, after the checksum.
    private let writing = DispatchQueue(label: "files")
    /// Counts the pieces that nobody reads. A semaphore must not end with less than it began with, so
    /// that this one begins with none.
    private let free = DispatchSemaphore(value: 0)
    /// They are used in turn, so that the one that became free first is the next.
    private let pieces: [UnsafeMutableRawBufferPointer]
    private var next = 0

    private static let pieceCount = 4
    /// So large that waking another thread for each is nothing beside the work.
    private static let pieceSize = 1 << 20

    /// - Parameter path: the file of the manifest, which is made.
    /// - Throws: ``FileError``.
    init(making path: String) throws {
        lines = Lines(try OutputFile(making: path))
        pieces = (0..<Self.pieceCount).map { _ in
            .allocate(byteCount: Self.pieceSize, alignment: 64)
        }
        for _ in pieces { free.signal() }
    }

    deinit {
        // Until then the threads may read them.
        thread.sync {}
        writing.sync {}
        for piece in pieces { piece.deallocate() }
    }

    /// Reads a file to its end, and adds a line for it.
    ///
    /// - Parameters:
    ///   - path: its path in the backup.
    ///   - source: gives its bytes.
    ///   - body: gets all of them, piece by piece.
    /// - Throws: what the closures throw.
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

    /// Reads a file to its end, adds a line for it, and writes it, which is done when this is closed.
    ///
    /// - Parameters:
    ///   - path: its path in the backup.
    ///   - source: gives its bytes.
    ///   - file: where they go; nobody else uses it from here on.
    ///   - finish: what follows when it is closed.
    /// - Throws: what the closure throws, and ``FileError`` of this file or one before.
    func add(
        _ path: String, from source: Source, to file: OutputFile,
        finish: @escaping @Sendable () -> Void
    ) throws {
        // One thread alone uses it.
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

    /// Waits until all lines and files are there, and ends the file of the lines.
    ///
    /// - Throws: ``FileError``.
    func close() throws {
        thread.sync {}
        writing.sync {}
        try lines.close()
    }

    /// The next bytes of a file, in a piece of memory that is free; nil at the end.
    private func piece(of source: Source) throws -> UnsafeRawBufferPointer? {
        let count = try read(source)
        guard count > 0 else { return nil }
        defer { next = (next + 1) % pieces.count }
        return UnsafeRawBufferPointer(rebasing: pieces[next][..<count])
    }

    /// Fills the next piece, as soon as it is free.
    private func read(_ source: Source) throws -> Int {
        try lines.checkNothingFailed()
        free.wait()
        var count = 0
        // Bytes that nobody gets are not waited for.
        defer { if count == 0 { free.signal() } }
        count = try source(pieces[next])
        return count
    }

    /// - Parameter write: what is done with the bytes afterwards, on the thread for files.
    private func sum(
        _ bytes: UnsafeRawBufferPointer, then write: (@Sendable () throws -> Void)? = nil
    ) {
        // Nobody writes to them before the semaphore says that this is done.
        nonisolated(unsafe) let bytes = bytes
        thread.async { [lines, free, writing] in
            lines.add(bytes)
            // Pieces become free in the order in which they were filled, whether or not they are written:
            // one that is only counted may not overtake one that waits for its file.
            writing.async {
                if let write { lines.attempt(write) }
                free.signal()
            }
        }
    }

    private func endLine(_ path: String, _ size: Int64) {
        thread.async { [lines] in lines.end(path, size) }
    }

    /// What the threads work on.
    private final class Lines: Sendable {
        private struct State {
            let file: OutputFile
            var sum = FileChecksum.Sum()
        }

        private let state: Mutex<State>
        /// What went wrong first; nothing is written after that.
        private let failure = Mutex<(any Error)?>(nil)

        init(_ file: sending OutputFile) {
            state = Mutex(State(file: file))
        }

        func add(_ bytes: UnsafeRawBufferPointer) {
            state.withLock { $0.sum.add(bytes) }
        }

        /// Adds the line of the file whose bytes were added.
        func end(_ path: String, _ size: Int64) {
            state.withLock { state in
                let line = ManifestLine(path: path, bytes: size, sha256: state.sum.checksum)
                state.sum = FileChecksum.Sum()
                attempt { try state.file.write(line.text) }
            }
        }

        /// Does something unless something has failed already.
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
