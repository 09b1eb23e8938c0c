import Foundation
import Synchronization
import Testing

/// The changes that were acknowledged to clients, and those with an unknown outcome.
final class CrashTally: Sendable {
    /// The records of a kind, identified by a unique value.
    struct Outcomes<Value: Hashable & Sendable>: Sendable {
        var saved: Set<Value> = []
        /// The records with an unknown outcome.
        var unknown: Set<Value> = []
    }

    /// The number of increments of a counter.
    struct Count: Sendable {
        var saved = 0
        var unknown = 0
    }

    struct State: Sendable {
        /// The sales, by their sums in cents.
        var sales = Outcomes<Int>()
        /// The items, by name.
        var items = Outcomes<String>()
        /// The items with a picture, by key.
        var pictures: Set<String> = []
        var edits: [Count]
        var moves = 0
        var conflicts = 0
        /// The number of responses that the database is unreachable.
        var refusals = 0
        /// The number of connections that ended without a response.
        var losses = 0
        /// The number of saved changes of all kinds.
        var progress = 0
        var isOver = false
    }

    private let state: Mutex<State>
    private let lastNumber = Atomic<Int>(0)

    init(counters: Int) {
        state = Mutex(State(edits: Array(repeating: Count(), count: counters)))
    }

    var present: State { state.withLock { $0 } }

    func note(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// A unique number.
    func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Waits until a number of further changes are saved.
    func saves(_ count: Int) async throws {
        let known = present.progress
        try await waited("clients go on") { present.progress >= known + count }
    }
}
