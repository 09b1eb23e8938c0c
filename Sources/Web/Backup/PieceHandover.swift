import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Passes bytes in chunks from the thread that makes them to the task that sends them. The thread
/// waits until a chunk was taken, so that memory stays small.
final class PieceHandover: Sendable {
    private struct State {
        var piece: ByteBuffer?
        /// The task that waits for a chunk.
        var taker: CheckedContinuation<ByteBuffer?, any Error>?
        /// The end of the chunks: none follow, or an error.
        var end: Result<ByteBuffer?, any Error>?
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// The free places for chunks. A semaphore must not end with a lower value than it started
    /// with, so this one starts with zero.
    private let room = DispatchSemaphore(value: 0)

    private let whenOver: @Sendable () -> Void

    /// One chunk may wait to be taken.
    ///
    /// - Parameter whenOver: called at the end, before the consumer is resumed and can start the
    ///   next job. Default: nothing.
    init(whenOver: @escaping @Sendable () -> Void = {}) {
        self.whenOver = whenOver
        room.signal()
    }

    /// Adds a chunk; waits until there is room for it.
    ///
    /// - Throws: `CancellationError` if the consumer has stopped.
    func give(_ bytes: UnsafeRawBufferPointer) throws {
        room.wait()
        let piece = ByteBuffer(bytes: bytes)
        let taker = try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            defer { state.taker = nil }
            if state.taker == nil { state.piece = piece }
            return state.taker
        }
        if let taker {
            room.signal()
            taker.resume(returning: piece)
        }
    }

    /// Ends the chunks.
    func end(_ failure: (any Error)? = nil) {
        whenOver()
        let end: Result<ByteBuffer?, any Error> = failure.map { .failure($0) } ?? .success(nil)
        let taker = state.withLock { state in
            state.end = end
            defer { state.taker = nil }
            return state.taker
        }
        taker?.resume(with: end)
    }

    /// The next chunk; nil after the last one.
    ///
    /// - Throws: the error that ended the chunks early.
    func next() async throws -> ByteBuffer? {
        try await withCheckedThrowingContinuation { continuation in
            let ready: Result<ByteBuffer?, any Error>? = state.withLock { state in
                if let piece = state.piece {
                    state.piece = nil
                    return .success(piece)
                }
                if let end = state.end { return end }
                state.taker = continuation
                return nil
            }
            guard let ready else { return }
            if case .success(.some(_)) = ready { room.signal() }
            continuation.resume(with: ready)
        }
    }

    /// Tells the thread that the consumer has stopped.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.piece = nil
        }
        room.signal()
    }
}

/// The bytes of a file that is made while it is sent. Releasing them cancels it.
final class PieceDownload: Sendable {
    private let handover: PieceHandover

    init(_ handover: PieceHandover) {
        self.handover = handover
    }

    deinit {
        handover.cancel()
    }

    /// The response with the file. An early error is thrown. A later one closes the connection, so
    /// that the client notices the incomplete file.
    ///
    /// - Throws: the reason why the file cannot be made.
    func response(mediaType: String, fileName: String) async throws -> Response {
        let first = try await handover.next()
        return Response(
            status: .ok,
            headers: [
                .contentType: mediaType,
                .contentDisposition: "attachment; filename=\"\(fileName)\"",
                .cacheControl: "no-store",
            ],
            body: ResponseBody { [self] writer in
                var piece = first
                while let bytes = piece {
                    try await writer.write(bytes)
                    piece = try await handover.next()
                }
                try await writer.finish(nil)
            })
    }
}
