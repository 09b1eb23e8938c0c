import Synchronization

/// Counts on any thread.
final class Counter: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int = 0) { self.count = Atomic(count) }

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add(_ number: Int) { count.add(number, ordering: .sequentiallyConsistent) }
}
