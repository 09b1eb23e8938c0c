/// The position to which a record of an ordered list moves.
public enum ListPosition: Sendable {
    /// An index of the list without the record; beyond the end means the end.
    case index(Int)
    case up, down, first, last

    /// The positions without an index, by their words.
    public static let steps: [(word: String, position: ListPosition)] = [
        ("up", .up), ("down", .down), ("first", .first), ("last", .last),
    ]

    /// The target of a record. It may be out of range: below zero means the beginning, beyond the
    /// end means the end.
    ///
    /// - Parameter present: the index of the record, which only steps need.
    /// - Throws: errors of the index.
    public func index(from present: @autoclosure () throws -> Int) rethrows -> Int {
        switch self {
        case .index(let index): index
        case .up: try present() - 1
        case .down: try present() + 1
        case .first: 0
        case .last: .max
        }
    }
}

/// The numbers of a user-defined order. A moved record gets a number between those of its new
/// neighbors, so that no other record changes.
enum OrderingValue {
    /// A number between two neighbors, nil at an end of the list; nil if the gap is too small.
    static func between(_ before: Double?, _ after: Double?) -> Double? {
        switch (before, after) {
        case (nil, nil): return 1
        case (nil, let first?):
            let value = (first + (first - 2)) / 2
            return value < first ? value : nil
        case (let last?, nil):
            let value = (last + (last + 2)) / 2
            return last < value ? value : nil
        case (let before?, let after?):
            let mean = before / 2 + after / 2
            return before < mean && mean < after ? mean : nil
        }
    }
}
