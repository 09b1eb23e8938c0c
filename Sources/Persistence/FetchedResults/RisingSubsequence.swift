/// The search for a subsequence that rises.
enum RisingSubsequence {
    /// The indexes of the heaviest subsequence that rises, of numbers that are all different.
    static func heaviest(_ numbers: [Int], weight: (Int) -> Int) -> [Int] {
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
            return Array(numbers.indices)
        }
        var ranks = Array(repeating: 0, count: numbers.count)
        for (rank, index) in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }).enumerated()
        {
            ranks[index] = rank + 1
        }
        var best = PrefixMaximum(count: numbers.count)
        var previous = Array(repeating: -1, count: numbers.count)
        for index in numbers.indices {
            let before = best.maximum(below: ranks[index])
            previous[index] = before.index
            best.raise(ranks[index], to: (before.weight + weight(index), index))
        }
        var result: [Int] = []
        var index = best.maximum(below: numbers.count + 1).index
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}

/// The heaviest of the first entries of a list, whose entries only grow (a Fenwick tree).
private struct PrefixMaximum {
    private var nodes: [(weight: Int, index: Int)]

    init(count: Int) {
        nodes = Array(repeating: (0, -1), count: count + 1)
    }

    /// The heaviest entry among those with ranks from 1 to below a rank.
    func maximum(below rank: Int) -> (weight: Int, index: Int) {
        var best = (weight: 0, index: -1)
        var node = rank - 1
        while node > 0 {
            if nodes[node].weight > best.weight { best = nodes[node] }
            node -= node & -node
        }
        return best
    }

    mutating func raise(_ rank: Int, to entry: (weight: Int, index: Int)) {
        var node = rank
        while node < nodes.count {
            if entry.weight > nodes[node].weight { nodes[node] = entry }
            node += node & -node
        }
    }
}
