/// Integers as ranges, in order.
public struct NumberRanges: Sendable, Hashable, Codable {
    /// The first and the last number of each range.
    private var ends: [[Int64]] = []

    /// Makes ranges from numbers in any order.
    init(_ numbers: some Sequence<Int64>) {
        for number in Set(numbers).sorted() {
            if let last = ends.last, last[1] + 1 == number {
                ends[ends.count - 1][1] = number
            } else {
                ends.append([number, number])
            }
        }
    }

    /// Makes ranges from the numbers of a range, except some.
    init(missingFrom numbers: some Sequence<Int64>, in range: Range<Int64>) {
        var next = range.lowerBound
        for number in Set(numbers).sorted() where range.contains(number) {
            if number > next { ends.append([next, number - 1]) }
            next = number + 1
        }
        if next < range.upperBound { ends.append([next, range.upperBound - 1]) }
    }

    func contains(_ number: Int64) -> Bool {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle][1] < number { low = middle + 1 } else { high = middle }
        }
        return low < ends.count && ends[low][0] <= number
    }

    var count: Int { ends.reduce(0) { $0 + Int($1[1] - $1[0] + 1) } }

    /// The smallest number; nil if there is none.
    var first: Int64? { ends.first?[0] }

    var numbers: some Sequence<Int64> { ends.lazy.flatMap { $0[0]...$0[1] } }

    public var isEmpty: Bool { ends.isEmpty }

    public var isOne: Bool { ends.count == 1 && ends[0][0] == ends[0][1] }

    /// `1 to 76, 80 and 90 to 95`; of many ranges only the first.
    public var text: String {
        var texts = ends.prefix(Self.shown).map { end in
            end[0] == end[1] ? "\(end[0])" : "\(end[0]) to \(end[1])"
        }
        if ends.count > Self.shown { texts.append("more") }
        return texts.listText
    }

    private static let shown = 8
}
