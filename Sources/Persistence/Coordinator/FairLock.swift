import Foundation

/// A recursive lock that threads get in the order in which they asked for it.
///
/// With an ordinary lock, a thread that takes it again at once comes before those who have been
/// waiting, so that long work in many short steps would let no other step in.
// The condition protects the values.
package final class FairLock: @unchecked Sendable {
    private let condition = NSCondition()
    private var owner: pthread_t?
    /// The number of times that the owner has locked it.
    private var depth = 0
    /// The number of the next one who asks, and of the one whose turn it is.
    private var (next, turn) = (0, 0)

    package init() {}

    /// Whether a thread waits for it.
    var isAwaited: Bool {
        condition.lock()
        defer { condition.unlock() }
        return next - turn > 1
    }

    package func lock() {
        condition.lock()
        defer { condition.unlock() }
        if owner != pthread_self() {
            let number = next
            next += 1
            while turn != number { condition.wait() }
            owner = pthread_self()
        }
        depth += 1
    }

    /// Locks it if nobody else has it or waits for it. Returns whether it did.
    func `try`() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if owner != pthread_self() {
            guard turn == next else { return false }
            next += 1
            owner = pthread_self()
        }
        depth += 1
        return true
    }

    package func unlock() {
        condition.lock()
        defer { condition.unlock() }
        depth -= 1
        guard depth == 0 else { return }
        owner = nil
        turn += 1
        condition.broadcast()
    }
}
