import Domain
import Foundation
import Synchronization

/// The current day as text, cached for a second.
enum Today {
    private static let last = Mutex((second: time_t(0), text: ""))

    /// The day: `2026-11-21`.
    static var text: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, "\(CalendarDay.today())") }
            return last.text
        }
    }
}
