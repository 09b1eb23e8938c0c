import Foundation
import Synchronization

/// The clock of a household of samples, which can stand in the past while a former state is saved.
final class SampleClock: Sendable {
    private let past = Mutex<Date?>(nil)

    var now: Date { past.withLock { $0 } ?? Date() }

    /// Sets the clock back by a number of days from now; 0 sets it right.
    func stand(daysAgo days: Int) {
        past.withLock { $0 = days == 0 ? nil : Date() - Double(days) * 24 * 60 * 60 }
    }
}
