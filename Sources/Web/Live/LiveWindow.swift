import NIOCore
import Synchronization

/// One connection that waits for events.
final class LiveWindow: Sendable {
    /// Its number among all of this run.
    let number: Int
    /// Whether the window has the record's form open.
    let isEditing: Bool
    /// What is to be sent.
    let buffers: AsyncStream<ByteBuffer>
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    private let otherEditors = Mutex(0)

    /// How much waits for a slow connection; one that falls behind further is ended, and reads the
    /// whole view again when it comes back.
    private static let mostWaiting = 64

    /// - Parameter onEnd: is called when the connection is gone, or the window is ended, which others may do as
    ///   soon as they know the window.
    init(number: Int, isEditing: Bool, onEnd: @escaping @Sendable () -> Void) {
        self.number = number
        self.isEditing = isEditing
        (buffers, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        continuation.onTermination = { _ in onEnd() }
        // A browser that lost the connection comes back after as many milliseconds.
        continuation.yield(ByteBuffer(string: "retry: 2000\n\n"))
    }

    /// Sends events, all under one ID.
    func send(_ events: [LiveEvent], id: String) {
        var buffer = ByteBuffer()
        for event in events { event.write(to: &buffer, id: id) }
        yield(buffer)
    }

    /// Sends a comment, which browsers pass over.
    func sendSign() {
        yield(ByteBuffer(string: ":\n\n"))
    }

    /// Keeps how many others have the form open.
    ///
    /// - Returns: whether that is another number than before.
    func notesEditors(_ count: Int) -> Bool {
        otherEditors.withLock { former in
            defer { former = count }
            return former != count
        }
    }

    func end() {
        continuation.finish()
    }

    private func yield(_ buffer: ByteBuffer) {
        if case .dropped = continuation.yield(buffer) { continuation.finish() }
    }
}
