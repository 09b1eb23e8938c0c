/// Lets files be read and tried one at a time, since each takes memory and a reader of the store.
public actor ImportQueue {
    /// The error if too many files are waiting.
    public struct Busy: Error, Sendable {}

    /// The maximum number of waiting files.
    static let capacity = 32

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a closure after those that wait already.
    ///
    /// - Throws: ``Busy``, and errors of the closure.
    public func run<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        if isTaken {
            guard waiting.count < Self.capacity else { throw Busy() }
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
        defer { if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() } }
        return try await body()
    }
}
