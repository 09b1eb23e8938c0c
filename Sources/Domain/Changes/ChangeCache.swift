import Synchronization

/// A cache of values computed from records of some entities, valid until such a record is saved:
/// each value has the version at which it was computed (``ChangeFeed/version(of:)``).
public final class ChangeCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var values: [Key: (value: Value, number: Int)] = [:]
        var weight = 0
    }

    private let limit: Int
    private let weight: @Sendable (Value) -> Int
    private let state = Mutex(State())

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - limit: the maximum weight of all values; above it the cache is cleared.
    ///   - weight: the weight of a value. Default: 1, which limits the number of values.
    public init(limit: Int, weight: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.limit = limit
        self.weight = weight
    }

    /// The value of a key at a version; nil if it is not cached.
    public func value(for key: Key, at number: Int) -> Value? {
        state.withLock { state in
            state.values[key].flatMap { $0.number == number ? $0.value : nil }
        }
    }

    /// Caches a value that was computed from the store at a version, or later.
    public func store(_ value: Value, for key: Key, at number: Int) {
        let weight = weight(value)
        state.withLock { state in
            guard weight <= limit, state.values[key].map({ $0.number <= number }) ?? true else {
                return
            }
            if let former = state.values.removeValue(forKey: key) {
                state.weight -= self.weight(former.value)
            }
            if state.weight + weight > limit { state = State() }
            state.weight += weight
            state.values[key] = (value, number)
        }
    }

    /// The cached value of a key, or else one that the closure computes.
    ///
    /// - Parameter number: the version; nil for a state older than the last save, whose values are
    ///   not cached.
    /// - Throws: errors of the closure.
    public func value(
        for key: Key, at number: Int?, makingIt make: () throws -> Value
    ) rethrows -> Value {
        guard let number else { return try make() }
        if let value = value(for: key, at: number) { return value }
        let value = try make()
        store(value, for: key, at: number)
        return value
    }
}
