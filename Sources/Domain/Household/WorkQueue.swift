/// Runs a limited number of closures at a time, since each takes much memory or a whole core. Others
/// wait in the order of their arrival; above another limit they are refused.
public actor WorkQueue {
    /// The error if too many are waiting.
    public struct Busy: Error, Sendable {}

    private var free: Int
    private let capacity: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - count: the number of closures that run at a time.
    ///   - capacity: the maximum number of waiting ones.
    init(running count: Int, waiting capacity: Int) {
        (free, self.capacity) = (count, capacity)
    }

    /// Runs a closure after those that wait already.
    ///
    /// - Throws: ``Busy``, and errors of the closure.
    public func run<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        if free > 0 {
            free -= 1
        } else {
            guard waiting.count < capacity else { throw Busy() }
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
        return try await body()
    }
}
