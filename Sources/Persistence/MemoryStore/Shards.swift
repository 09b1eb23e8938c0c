/// A dictionary in many small parts, so that a change of a copy does not copy all of it.
struct Shards<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private static var shardCount: Int { 256 }
    private var shards: [[Key: Value]] = Array(repeating: [:], count: shardCount)

    subscript(key: Key) -> Value? {
        get { shards[Self.shard(of: key)][key] }
        // In place: a value that is a collection would be copied with each change of it.
        _modify { yield &shards[Self.shard(of: key)][key] }
    }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { shards[Self.shard(of: key)][key, default: value()] }
        _modify { yield &shards[Self.shard(of: key)][key, default: value()] }
    }

    private static func shard(of key: Key) -> Int {
        // The low bits choose the place within a dictionary; these are others.
        (key.hashValue >> 40) & (shardCount - 1)
    }
}
