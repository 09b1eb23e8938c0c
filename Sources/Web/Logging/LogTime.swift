import Foundation
import Synchronization

/// The current time in the format of the log, cached for a second.
enum LogTime {
    private static let last = Mutex((second: time_t(0), text: ""))

    /// The time: `2026-11-21T09:30:00+0000`.
    static func now() -> String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(second)) }
            return last.text
        }
    }

    private static func text(_ second: time_t) -> String {
        var second = second
        var parts = tm()
        guard localtime_r(&second, &parts) != nil else { return "-" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress else { return "-" }
            let length = strftime(base, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
            return String(
                decoding: UnsafeRawBufferPointer(start: base, count: length), as: UTF8.self)
        }
    }
}
