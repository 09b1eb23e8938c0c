/// Integers as ranges, in order.
public struct NumberRanges: Sendable, Hashable {
    private var members = RangeSet<Int64>()

    init() {}

    /// Makes ranges from numbers in any order.
    init(_ numbers: some Sequence<Int64>) {
        for number in numbers.sorted() { insert(number) }
    }

    private var ranges: RangeSet<Int64>.Ranges { members.ranges }

    mutating func insert(_ number: Int64) {
        members.insert(contentsOf: number..<number + 1)
    }

    func contains(_ number: Int64) -> Bool { members.contains(number) }

    /// The numbers of a range that are not among them.
    func missing(in range: Range<Int64>) -> NumberRanges {
        var missing = NumberRanges()
        missing.members = RangeSet(range).subtracting(members)
        return missing
    }

    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The smallest number; nil if there is none.
    var first: Int64? { ranges.first?.first }

    /// The greatest number; nil if there is none.
    var last: Int64? { ranges.last?.last }

    var numbers: some Sequence<Int64> { ranges.joined() }

    public var isEmpty: Bool { members.isEmpty }

    public var isOne: Bool { count == 1 }

    /// `1 to 76, 80 and 90 to 95`; of many ranges only the first.
    public var text: String {
        var texts = ranges.prefix(Self.shown).map { range in
            range.count == 1
                ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound - 1)"
        }
        if ranges.count > Self.shown { texts.append("more") }
        return texts.listText
    }

    private static let shown = 8
}

/// The first and the last number of each range, as in the records of imports.
extension NumberRanges: Codable {
    private enum CodingKeys: CodingKey { case ends }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for ends in try container.decode([ClosedRange<Int64>].self, forKey: .ends) {
            guard ends.upperBound < .max else {
                throw DecodingError.dataCorruptedError(
                    forKey: .ends, in: container, debugDescription: "A number is too large.")
            }
            members.insert(contentsOf: Range(ends))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ranges.map { ClosedRange($0) }, forKey: .ends)
    }
}
