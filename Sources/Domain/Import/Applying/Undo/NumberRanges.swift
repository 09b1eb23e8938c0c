/// Integers as ranges, in order.
public struct NumberRanges: Sendable, Hashable, Codable {
    private var ends: [ClosedRange<Int64>] = []

    init() {}

    /// Makes ranges from numbers in any order.
    init(_ numbers: some Sequence<Int64>) {
        for number in numbers.sorted() { insert(number) }
    }

    mutating func insert(_ number: Int64) {
        let place = place(of: number)
        guard place == ends.count || ends[place].lowerBound > number else { return }
        var range = number...number
        var replaced = place..<place
        if place < ends.count, ends[place].lowerBound == number + 1 {
            range = number...ends[place].upperBound
            replaced = place..<place + 1
        }
        if place > 0, ends[place - 1].upperBound == number - 1 {
            range = ends[place - 1].lowerBound...range.upperBound
            replaced = place - 1..<replaced.upperBound
        }
        ends.replaceSubrange(replaced, with: CollectionOfOne(range))
    }

    /// The place of the first range that ends at a number or after it.
    private func place(of number: Int64) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func contains(_ number: Int64) -> Bool {
        let place = place(of: number)
        return place < ends.count && ends[place].contains(number)
    }

    /// Whether a number of a range is among them.
    func overlaps(_ range: Range<Int64>) -> Bool {
        let place = place(of: range.lowerBound)
        return place < ends.count && ends[place].overlaps(range)
    }

    /// The numbers of a range that are not among them.
    func missing(in range: Range<Int64>) -> NumberRanges {
        var missing = NumberRanges()
        var next = range.lowerBound
        for known in ends[place(of: next)...].prefix(while: { $0.overlaps(range) }) {
            if known.lowerBound > next { missing.ends.append(next...known.lowerBound - 1) }
            next = known.upperBound + 1
        }
        if next < range.upperBound { missing.ends.append(next...range.upperBound - 1) }
        return missing
    }

    var count: Int { ends.reduce(0) { $0 + $1.count } }

    /// The smallest number; nil if there is none.
    var first: Int64? { ends.first?.lowerBound }

    /// The greatest number; nil if there is none.
    var last: Int64? { ends.last?.upperBound }

    var numbers: some Sequence<Int64> { ends.joined() }

    public var isEmpty: Bool { ends.isEmpty }

    public var isOne: Bool { ends.count == 1 && ends[0].count == 1 }

    /// `1 to 76, 80 and 90 to 95`; of many ranges only the first.
    public var text: String {
        var texts = ends.prefix(Self.shown).map { range in
            range.count == 1
                ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }
        if ends.count > Self.shown { texts.append("more") }
        return texts.listText
    }

    private static let shown = 8
}
