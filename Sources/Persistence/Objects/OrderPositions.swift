/// The stored positions of an ordered relationship: 2048, 3072, 4096 and so on, with gaps for
/// insertions.
package enum OrderPositions {
    static let first: Int64 = 2048
    static let step: Int64 = 1024

    static func position(at index: Int) -> Int64 { first + Int64(index) * step }

    /// Ascending positions that reuse as many existing ones as possible.
    ///
    /// - Parameter positions: the present positions in the new order; nil where there is none.
    package static func assign(_ positions: [Int64?]) -> [Int64] {
        let kept = longestRisingSubsequence(positions)
        var result = Array(repeating: Int64(0), count: positions.count)
        var start = 0
        while start < positions.count {
            if kept.contains(start), let position = positions[start] {
                result[start] = position
                start += 1
                continue
            }
            let end = (start..<positions.count).first { kept.contains($0) } ?? positions.count
            let lower = start == 0 ? nil : result[start - 1]
            let upper = end == positions.count ? nil : positions[end]
            guard let filled = between(lower, upper, count: end - start) else {
                return positions.indices.map(position)
            }
            result.replaceSubrange(start..<end, with: filled)
            start = end
        }
        return result
    }

    /// Positions between two others; nil if the gap is too small.
    private static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
        guard let upper else {
            let start = lower.map { $0 + step } ?? first
            return (0..<count).map { start + Int64($0) * step }
        }
        let lower = lower ?? min(0, upper - step)
        let gap = (upper - lower) / Int64(count + 1)
        guard gap > 0 else { return nil }
        return (1...count).map { lower + Int64($0) * gap }
    }

    /// The indexes of a longest increasing subsequence.
    private static func longestRisingSubsequence(_ positions: [Int64?]) -> Set<Int> {
        var tails: [Int] = []
        var previous = Array(repeating: -1, count: positions.count)
        for (index, position) in positions.enumerated() {
            guard let position else { continue }
            let length = tails.partitioningIndex { (positions[$0] ?? 0) >= position }
            if length > 0 { previous[index] = tails[length - 1] }
            if length == tails.count { tails.append(index) } else { tails[length] = index }
        }
        var kept: Set<Int> = []
        var index = tails.last ?? -1
        while index >= 0 {
            kept.insert(index)
            index = previous[index]
        }
        return kept
    }
}

extension [Int] {
    /// The first index at which a condition holds that also holds at all later ones.
    fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
