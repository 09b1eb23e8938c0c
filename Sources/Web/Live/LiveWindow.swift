import NIOCore
import Synchronization

/// A connection that waits for events.
final class LiveWindow: Sendable {
    /// Its number in this run.
    let number: Int
    /// Whether the window has the record's form open.
    let isEditing: Bool
    /// The data to send.
    let buffers: AsyncStream<ByteBuffer>
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    private let otherEditors = Mutex(0)

    /// The maximum number of waiting buffers for a slow connection; above it the window is ended,
    /// and reads the whole view when it reconnects.
    private static let maximumWaiting = 64

    /// - Parameter onEnd: called when the connection is lost or the window is ended, perhaps by
    ///   another thread before this returns.
    init(number: Int, isEditing: Bool, onEnd: @escaping @Sendable () -> Void) {
        self.number = number
        self.isEditing = isEditing
        (buffers, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
        continuation.onTermination = { _ in onEnd() }
        // A browser that lost the connection reconnects after these milliseconds.
        continuation.yield(ByteBuffer(string: "retry: 2000\n\n"))
    }

    /// Sends events with one ID.
    func send(_ events: [LiveEvent], id: String) {
        var buffer = ByteBuffer()
        for event in events { event.write(to: &buffer, id: id) }
        yield(buffer)
    }

    /// Sends a comment, which browsers ignore.
    func sendSign() {
        yield(ByteBuffer(string: ":\n\n"))
    }

    /// Stores the number of other windows with the form open.
    ///
    /// - Returns: whether the number has changed.
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
