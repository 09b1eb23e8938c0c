import Synchronization

/// What was made of records, kept until something is saved.
public final class ChangeCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var changeCount = -1
        var values: [Key: Value] = [:]
        var weight = 0
    }

    private let limit: Int
    private let weight: @Sendable (Value) -> Int
    private let state = Mutex(State())

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - limit: the greatest weight of all values together; beyond it everything is forgotten.
    ///   - weight: what a value weighs. Default: 1, so that values are counted.
    public init(limit: Int, weight: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.limit = limit
        self.weight = weight
    }

    /// The value for a key at a change count of the store; nil if none was made since.
    public func value(for key: Key, at changeCount: Int) -> Value? {
        state.withLock { $0.changeCount == changeCount ? $0.values[key] : nil }
    }

    /// Keeps a value that was made of what the store held at a change count, or since.
    public func keep(_ value: Value, for key: Key, at changeCount: Int) {
        let weight = weight(value)
        state.withLock { state in
            guard state.changeCount <= changeCount, weight <= limit else { return }
            if state.changeCount < changeCount || state.weight + weight > limit {
                state = State(changeCount: changeCount)
            }
            state.weight += weight - (state.values[key].map(self.weight) ?? 0)
            state.values[key] = value
        }
    }

    /// The value for a key: the one that is kept, or else the one that the closure makes.
    ///
    /// - Throws: what the closure throws.
    public func value(
        for key: Key, at changeCount: Int, makingIt make: () throws -> Value
    ) rethrows -> Value {
        if let value = value(for: key, at: changeCount) { return value }
        let value = try make()
        keep(value, for: key, at: changeCount)
        return value
    }
}
