import Dispatch
import Foundation
import Synchronization

/// The lines of a log: gathered by whoever has one, and written by a thread of its own, in their order.
///
/// Nobody who answers a request waits for the file or the terminal.
public final class LogLines: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Whether the thread is told to write.
        var isDue = false
    }

    /// What goes to the standard error of the program.
    public static let standardError = LogLines(descriptor: STDERR_FILENO)

    /// Lines gather for this long, so that many are written at once.
    private static let delay = DispatchTimeInterval.milliseconds(10)
    /// Above so many bytes, whoever has a line waits until there is room.
    private static let limit = 1 << 20

    private let descriptor: CInt
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    /// - Parameter descriptor: the open file that is written to.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Takes lines, each with its end.
    public func write(_ text: String) {
        let (isFirst, isFull) = state.withLock { state in
            state.bytes.append(contentsOf: text.utf8)
            defer { state.isDue = true }
            return (!state.isDue, state.bytes.count > Self.limit)
        }
        if isFull { return flush() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeAll() } }
    }

    /// Waits until all lines that were taken are written.
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
                // A log that cannot be written has nobody to be told to.
                guard count > 0 else { return }
                offset += count
            }
        }
    }
}
