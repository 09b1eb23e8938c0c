import Foundation

/// Does something again and again, on a thread of its own, until it is let go of.
final class RegularWork: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - interval: how long to wait before each time.
    ///   - body: what is done. It may be at work when the end comes.
    init(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
        let pause = interval / .seconds(1)
        let thread = Thread { [end] in
            while end.wait(timeout: .now() + pause) == .timedOut { body() }
        }
        thread.name = "persistence listener"
        thread.start()
    }

    deinit {
        end.signal()
    }
}
