/// The pairs of a many-to-many relationship, indexed from both ends.
struct MemoryJoin: Sendable {
    /// The destinations by the key of the first end's record.
    private var forward = Shards<Int64, JoinMembers>()
    private var backward = Shards<Int64, JoinMembers>()
    /// Whether both ends are the same relationship, as of friends.
    private let isSymmetric: Bool

    init(isSymmetric: Bool) {
        self.isSymmetric = isSymmetric
    }

    /// The destinations of a record, from the first or the other end.
    func destinations(of key: Int64, isFirst: Bool) -> [Int64] {
        (isFirst || isSymmetric ? forward[key] : backward[key])?.keys ?? []
    }

    mutating func add(_ first: Int64, _ second: Int64) {
        forward[first, default: JoinMembers()].append(second)
        if isSymmetric {
            forward[second, default: JoinMembers()].append(first)
        } else {
            backward[second, default: JoinMembers()].append(first)
        }
    }

    mutating func remove(_ first: Int64, _ second: Int64) {
        Self.remove(second, from: first, &forward)
        if isSymmetric {
            Self.remove(first, from: second, &forward)
        } else {
            Self.remove(first, from: second, &backward)
        }
    }

    /// Removes all pairs of a record.
    mutating func removeAll(of key: Int64, isFirst: Bool) {
        for other in destinations(of: key, isFirst: isFirst) {
            if isFirst || isSymmetric { remove(key, other) } else { remove(other, key) }
        }
    }

    /// Reorders the destinations of a record; those that are not named come last.
    mutating func arrange(_ order: [Int64], of key: Int64, isFirst: Bool) {
        let present = destinations(of: key, isFirst: isFirst)
        let (known, named) = (Set(present), Set(order))
        let arranged = order.filter(known.contains) + present.filter { !named.contains($0) }
        guard !arranged.isEmpty else { return }
        if isFirst || isSymmetric {
            forward[key] = JoinMembers(arranged)
        } else {
            backward[key] = JoinMembers(arranged)
        }
    }

    private static func remove(
        _ member: Int64, from key: Int64, _ shards: inout Shards<Int64, JoinMembers>
    ) {
        shards[key]?.remove(member)
        if shards[key]?.isEmpty == true { shards[key] = nil }
    }
}

/// The keys that one record is paired with, without repetition, in their order.
struct JoinMembers: Sendable {
    /// Below this number, a linear search is faster than a table.
    private static let fewest = 16

    private var few: [Int64] = []
    /// The positions by key, if there are many keys.
    private var positions: [Int64: Int] = [:]
    private var lastPosition = 0

    init() {}

    init(_ keys: [Int64]) {
        for key in keys { append(key) }
    }

    var isEmpty: Bool { few.isEmpty && positions.isEmpty }

    var keys: [Int64] {
        positions.isEmpty ? few : positions.sorted { $0.value < $1.value }.map(\.key)
    }

    func contains(_ key: Int64) -> Bool {
        positions.isEmpty ? few.contains(key) : positions[key] != nil
    }

    mutating func append(_ key: Int64) {
        guard !contains(key) else { return }
        if positions.isEmpty, few.count < Self.fewest { return few.append(key) }
        if positions.isEmpty {
            for known in few { appendPosition(known) }
            few = []
        }
        appendPosition(key)
    }

    private mutating func appendPosition(_ key: Int64) {
        lastPosition += 1
        positions[key] = lastPosition
    }

    mutating func remove(_ key: Int64) {
        guard !positions.isEmpty else { return few.removeAll { $0 == key } }
        positions[key] = nil
        guard positions.count <= Self.fewest / 2 else { return }
        few = keys
        positions = [:]
    }
}
