/// The numbers by which a store keeps the order of a relationship: 2048, 3072, 4096 and so on, with
/// room for insertions in between.
package enum OrderPlaces {
    static let first: Int64 = 2048
    static let step: Int64 = 1024

    /// Places in rising order, of which as many as possible are the ones that are there already.
    ///
    /// - Parameter places: the present places in the new order; nil where there is none.
    package static func assign(_ places: [Int64?]) -> [Int64] {
        let kept = longestRisingSubsequence(places)
        var result = Array(repeating: Int64(0), count: places.count)
        var start = 0
        while start < places.count {
            if kept.contains(start), let place = places[start] {
                result[start] = place
                start += 1
                continue
            }
            let end = (start..<places.count).first { kept.contains($0) } ?? places.count
            let lower = start == 0 ? nil : result[start - 1]
            let upper = end == places.count ? nil : places[end]
            guard let filled = between(lower, upper, count: end - start) else {
                return places.indices.map { first + Int64($0) * step }
            }
            result.replaceSubrange(start..<end, with: filled)
            start = end
        }
        return result
    }

    /// Places between two others, or nil if there is no room.
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

    /// The indexes of a longest subsequence that rises.
    private static func longestRisingSubsequence(_ places: [Int64?]) -> Set<Int> {
        var tails: [Int] = []
        var previous = Array(repeating: -1, count: places.count)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            let position = tails.partitioningIndex { (places[$0] ?? 0) >= place }
            if position > 0 { previous[index] = tails[position - 1] }
            if position == tails.count { tails.append(index) } else { tails[position] = index }
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
    /// The first position at which a condition holds that holds at all later ones too.
    fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
