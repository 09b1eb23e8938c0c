import Dispatch
import Domain
import Foundation
import Synchronization

/// Writes the manifest of the files that pass through it.
///
/// Their checksums are computed on a thread of their own, while the same bytes are compressed or
/// written: that takes as long as all the rest.
final class ManifestWriter {
    /// Fills a buffer with the next bytes of a file; returns how many, 0 at the end.
    typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    private let lines: Lines
    private let thread = DispatchQueue(label: "checksums")
    /// Counts the pieces that nobody reads. A semaphore must not end with less than it began with, so
    /// that this one begins with none.
    private let free = DispatchSemaphore(value: 0)
    /// They are used in turn, so that the one that became free first is the next.
    private let pieces: [UnsafeMutableRawBufferPointer]
    private var next = 0

    private static let pieceCount = 8
    private static let pieceSize = 256 * 1024

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
        // Until then the thread may read them.
        thread.sync {}
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
        while true {
            let count = try read(source)
            guard count > 0 else { break }
            let bytes = UnsafeRawBufferPointer(rebasing: pieces[next][..<count])
            next = (next + 1) % pieces.count
            sum(bytes)
            size += Int64(count)
            try body(bytes)
        }
        endLine(path, size)
    }

    /// Waits until all lines are there, and ends the file.
    ///
    /// - Throws: ``FileError``.
    func close() throws {
        try thread.sync { try lines.close() }
    }

    /// Fills the next piece, as soon as it is free.
    private func read(_ source: Source) throws -> Int {
        free.wait()
        var count = 0
        // Bytes that nobody gets are not waited for.
        defer { if count == 0 { free.signal() } }
        count = try source(pieces[next])
        return count
    }

    private func sum(_ bytes: UnsafeRawBufferPointer) {
        // Nobody writes to them before the semaphore says that this is done.
        nonisolated(unsafe) let bytes = bytes
        thread.async { [lines, free] in
            lines.add(bytes)
            free.signal()
        }
    }

    private func endLine(_ path: String, _ size: Int64) {
        thread.async { [lines] in lines.end(path, size) }
    }

    /// What the thread works on.
    private final class Lines: Sendable {
        private struct State {
            let file: OutputFile
            var sum = FileChecksum.Sum()
            var failure: (any Error)?
        }

        private let state: Mutex<State>

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
                do {
                    try state.file.write(line.text)
                } catch {
                    state.failure = state.failure ?? error
                }
            }
        }

        func close() throws {
            try state.withLock { state in
                if let failure = state.failure { throw failure }
                try state.file.close()
            }
        }
    }
}
