import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Hands bytes from a thread that makes them to a task that sends them, a piece at a time: the thread
/// waits until the task has taken what it gave, so that nothing piles up in memory.
final class PieceHandover: Sendable {
    private struct State {
        var piece: ByteBuffer?
        /// The task that waits for a piece.
        var taker: CheckedContinuation<ByteBuffer?, any Error>?
        /// What ended the pieces: nothing more comes, or a failure.
        var end: Result<ByteBuffer?, any Error>?
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// Places for pieces that lie ready. A semaphore must not end with less than it began with, so that
    /// this one begins with none.
    private let room = DispatchSemaphore(value: 0)

    private let whenOver: @Sendable () -> Void

    /// One piece may lie ready.
    ///
    /// - Parameter whenOver: runs at the end, before whoever takes the pieces hears of it, and may ask for the
    ///   next ones at once. Default: nothing.
    init(whenOver: @escaping @Sendable () -> Void = {}) {
        self.whenOver = whenOver
        room.signal()
    }

    /// Gives a piece; waits until there is room for it.
    ///
    /// - Throws: `CancellationError` when nobody takes pieces any more.
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

    /// Ends the pieces.
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

    /// The next piece; nil after the last one.
    ///
    /// - Throws: what ended the pieces too early.
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

    /// Says that nobody takes pieces any more.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.piece = nil
        }
        room.signal()
    }
}

/// The bytes of a file that is made while it is sent. Letting go of them ends the making.
final class PieceDownload: Sendable {
    private let handover: PieceHandover

    init(_ handover: PieceHandover) {
        self.handover = handover
    }

    deinit {
        handover.cancel()
    }

    /// The answer with the file. What is wrong before its first bytes is thrown; what comes later ends the
    /// connection, and the file is not whole.
    ///
    /// - Throws: why the file cannot be made.
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
