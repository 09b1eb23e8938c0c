import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Passes bytes in chunks from the thread that makes them to the task that sends them. The thread
/// waits until a chunk was taken, so that memory stays small.
final class ChunkStream: Sendable {
    private struct State {
        var chunk: ByteBuffer?
        /// The task that waits for a chunk.
        var consumer: CheckedContinuation<ByteBuffer?, any Error>?
        /// The end of the chunks: none follow, or an error.
        var end: Result<ByteBuffer?, any Error>?
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// The free slots for chunks. A semaphore must not end with a lower value than it started
    /// with, so this one starts with zero.
    private let freeSlots = DispatchSemaphore(value: 0)

    private let onEnd: @Sendable () -> Void

    /// One chunk may wait to be taken.
    ///
    /// - Parameter onEnd: called at the end, before the consumer is resumed and can start the
    ///   next job. Default: nothing.
    init(onEnd: @escaping @Sendable () -> Void = {}) {
        self.onEnd = onEnd
        freeSlots.signal()
    }

    /// Adds a chunk; waits until there is room for it.
    ///
    /// - Throws: `CancellationError` if the consumer has stopped.
    func send(_ bytes: UnsafeRawBufferPointer) throws {
        freeSlots.wait()
        let chunk = ByteBuffer(bytes: bytes)
        let consumer = try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            defer { state.consumer = nil }
            if state.consumer == nil { state.chunk = chunk }
            return state.consumer
        }
        if let consumer {
            freeSlots.signal()
            consumer.resume(returning: chunk)
        }
    }

    /// Ends the chunks.
    func end(_ failure: (any Error)? = nil) {
        onEnd()
        let end: Result<ByteBuffer?, any Error> = failure.map { .failure($0) } ?? .success(nil)
        let consumer = state.withLock { state in
            state.end = end
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume(with: end)
    }

    /// The next chunk; nil after the last one.
    ///
    /// - Throws: the error that ended the chunks early.
    func next() async throws -> ByteBuffer? {
        try await withCheckedThrowingContinuation { continuation in
            let ready: Result<ByteBuffer?, any Error>? = state.withLock { state in
                if let chunk = state.chunk {
                    state.chunk = nil
                    return .success(chunk)
                }
                if let end = state.end { return end }
                state.consumer = continuation
                return nil
            }
            guard let ready else { return }
            if case .success(.some(_)) = ready { freeSlots.signal() }
            continuation.resume(with: ready)
        }
    }

    /// Notifies the thread that the consumer has stopped.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.chunk = nil
        }
        freeSlots.signal()
    }
}

/// The bytes of a file that is made while it is sent. Releasing them cancels it.
final class StreamedDownload: Sendable {
    private let stream: ChunkStream

    init(_ stream: ChunkStream) {
        self.stream = stream
    }

    deinit {
        stream.cancel()
    }

    /// The response with the file. An early error is thrown. A later one closes the connection, so
    /// that the client notices the incomplete file.
    ///
    /// - Throws: the reason why the file cannot be made.
    func response(mediaType: String, fileName: String) async throws -> Response {
        let first = try await stream.next()
        return Response(
            status: .ok,
            headers: [
                .contentType: mediaType,
                .contentDisposition: "attachment; filename=\"\(fileName)\"",
                .cacheControl: "no-store",
            ],
            body: ResponseBody { [self] writer in
                var chunk = first
                while let bytes = chunk {
                    try await writer.write(bytes)
                    chunk = try await stream.next()
                }
                try await writer.finish(nil)
            })
    }
}
