import Dispatch
import Foundation
import Synchronization

/// A buffered log: lines from all threads are written in order by a separate thread.
///
/// Requests do not wait for the file or the terminal.
public final class LogLines: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Whether the thread has been told to write.
        var isDue = false
    }

    /// The log on standard error.
    public static let standardError = LogLines(descriptor: STDERR_FILENO)

    /// The time for which lines are collected, so that many are written at once.
    private static let delay = DispatchTimeInterval.milliseconds(10)
    /// The number of buffered bytes above which writers wait.
    private static let limit = 1 << 20

    private let descriptor: CInt
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    /// - Parameter descriptor: the descriptor of an open file.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Adds lines with their newlines.
    public func write(_ text: String) {
        let (isFirst, isFull) = state.withLock { state in
            state.bytes.append(contentsOf: text.utf8)
            defer { state.isDue = true }
            return (!state.isDue, state.bytes.count > Self.limit)
        }
        if isFull { return flush() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeAll() } }
    }

    /// Waits until all added lines are written.
    public func flush() {
        queue.sync { writeAll() }
    }

    private func writeAll() {
        let bytes = state.withLock { state in
            defer { state = State() }
            return state.bytes
        }
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                // There is no way to report that the log cannot be written.
                guard count > 0 else { return }
                offset += count
            }
        }
    }
}
