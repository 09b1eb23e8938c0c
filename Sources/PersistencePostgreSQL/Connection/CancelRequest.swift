import CLibpq
import Foundation
import Synchronization

/// Tells a server to stop what it does on a connection.
// The request is used by the one thread that sends it; the outcome is behind a mutex.
final class CancelRequest: @unchecked Sendable {
    private let request: OpaquePointer
    private let outcome = Mutex(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    private init(_ request: OpaquePointer) {
        self.request = request
    }

    deinit {
        PQfreeCancel(request)
    }

    /// Sends it, on a thread of its own: libpq waits for the server's answer, and a server that says nothing on one
    /// connection says nothing on another one either.
    ///
    /// - Returns: whether the server has taken it within the time. A thread that waits longer ends when the server
    ///   answers, or goes away.
    static func send(to connection: OpaquePointer, within time: Duration) -> Bool {
        guard let request = PQgetCancel(connection).map(CancelRequest.init) else { return false }
        let thread = Thread { request.send() }
        thread.name = "persistence cancel"
        thread.start()
        let end = DispatchTime.now() + time / .seconds(1)
        return request.hasEnded.wait(timeout: end) == .success && request.outcome.withLock { $0 }
    }

    private func send() {
        var message = [CChar](repeating: 0, count: 256)
        let isTaken = PQcancel(request, &message, Int32(message.count)) == 1
        outcome.withLock { $0 = isTaken }
        hasEnded.signal()
    }
}
