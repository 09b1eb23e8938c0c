/// The pairs of a many-to-many relationship, from both ends.
struct MemoryJoin: Sendable {
    /// The keys of the destinations by the key of the first end's record, in the order in which they
    /// came or were put.
    private var forward = Shards<Int64, [Int64]>()
    private var backward = Shards<Int64, [Int64]>()
    /// Whether both ends are the same relationship: friends of friends.
    private let isSymmetric: Bool

    init(isSymmetric: Bool) {
        self.isSymmetric = isSymmetric
    }

    /// The destinations of a record, seen from the first or the other end.
    func destinations(of key: Int64, isFirst: Bool) -> [Int64] {
        (isFirst || isSymmetric ? forward[key] : backward[key]) ?? []
    }

    mutating func add(_ first: Int64, _ second: Int64) {
        guard forward[first]?.contains(second) != true else { return }
        forward[first, default: []].append(second)
        if !isSymmetric {
            backward[second, default: []].append(first)
        } else if first != second {
            forward[second, default: []].append(first)
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

    /// Takes out all pairs of a record.
    mutating func removeAll(of key: Int64, isFirst: Bool) {
        for other in destinations(of: key, isFirst: isFirst) {
            if isFirst || isSymmetric { remove(key, other) } else { remove(other, key) }
        }
    }

    /// Puts the destinations of a record in order; those that are not named come last.
    mutating func arrange(_ order: [Int64], of key: Int64, isFirst: Bool) {
        let present = destinations(of: key, isFirst: isFirst)
        let (known, named) = (Set(present), Set(order))
        let arranged = order.filter(known.contains) + present.filter { !named.contains($0) }
        guard !arranged.isEmpty else { return }
        if isFirst || isSymmetric { forward[key] = arranged } else { backward[key] = arranged }
    }

    private static func remove(
        _ member: Int64, from key: Int64, _ shards: inout Shards<Int64, [Int64]>
    ) {
        guard let members = shards[key] else { return }
        let rest = members.filter { $0 != member }
        shards[key] = rest.isEmpty ? nil : rest
    }
}
