/// Lets one file at a time be read and tried: each takes memory, and a reader of the store.
public actor ImportQueue {
    /// More wait than may.
    public struct Busy: Error, Sendable {}

    /// How many wait at most.
    static let longestLine = 32

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a closure when it is its turn.
    ///
    /// - Throws: ``Busy``, and what the closure throws.
    public func run<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        if isTaken {
            guard waiting.count < Self.longestLine else { throw Busy() }
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
        defer {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}
