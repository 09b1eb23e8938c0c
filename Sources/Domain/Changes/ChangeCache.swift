import Synchronization

/// What was made of records of some entities, kept until such a record is saved: each value at the
/// number of the last save that changed one (``ChangeFeed/version(of:)``).
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
    ///   - limit: the greatest weight of all values together; beyond it everything is forgotten.
    ///   - weight: what a value weighs. Default: 1, so that values are counted.
    public init(limit: Int, weight: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.limit = limit
        self.weight = weight
    }

    /// The value for a key at a number; nil if none was made since.
    public func value(for key: Key, at number: Int) -> Value? {
        state.withLock { state in
            state.values[key].flatMap { $0.number == number ? $0.value : nil }
        }
    }

    /// Keeps a value that was made of what the store held at a number, or since.
    public func keep(_ value: Value, for key: Key, at number: Int) {
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

    /// The value for a key: the one that is kept, or else the one that the closure makes.
    ///
    /// - Parameter number: nil for a value that is older than what is saved, and so not kept.
    /// - Throws: what the closure throws.
    public func value(
        for key: Key, at number: Int?, makingIt make: () throws -> Value
    ) rethrows -> Value {
        guard let number else { return try make() }
        if let value = value(for: key, at: number) { return value }
        let value = try make()
        keep(value, for: key, at: number)
        return value
    }
}
