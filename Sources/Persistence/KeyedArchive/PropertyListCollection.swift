import Foundation

/// Gives collections of members of one kind the type of such a collection.
enum PropertyListCollection {
    /// A list, an array of the kind of its members if they are of one.
    static func array(_ members: [any Sendable]) -> any Sendable {
        for kind in arrayKinds {
            if let list = kind(members) { return list }
        }
        return members
    }

    /// A dictionary, of the kind of its values if they are of one.
    static func dictionary(_ members: [String: any Sendable]) -> any Sendable {
        for kind in dictionaryKinds {
            if let dictionary = kind(members) { return dictionary }
        }
        return members
    }

    /// A set; nil if the members are of several kinds.
    static func set(_ members: [any Sendable]) -> (any Sendable)? {
        for kind in setKinds {
            if let set = kind(members) { return set }
        }
        return nil
    }

    private typealias Kind<Members> = @Sendable (Members) -> (any Sendable)?

    private static let arrayKinds: [Kind<[any Sendable]>] = [
        { $0 as? [String] }, { $0 as? [Int] }, { $0 as? [Bool] }, numbers, { $0 as? [Date] },
        { $0 as? [Data] }, { $0 as? [UUID] }, { $0 as? [URL] }, { $0 as? [Decimal] },
        { $0 as? [[String]] }, { $0 as? [[Int]] }, { $0 as? [[Double]] },
        { $0 as? [[String: String]] },
    ]

    private static let dictionaryKinds: [Kind<[String: any Sendable]>] = [
        { $0 as? [String: String] }, { $0 as? [String: Int] }, { $0 as? [String: Bool] },
        { $0 as? [String: Double] }, { $0 as? [String: Date] }, { $0 as? [String: Data] },
        { $0 as? [String: URL] }, { $0 as? [String: [String]] }, { $0 as? [String: [Int]] },
    ]

    private static let setKinds: [Kind<[any Sendable]>] = [
        { ($0 as? [String]).map { Set($0) } }, { ($0 as? [Int]).map { Set($0) } },
        { ($0 as? [Double]).map { Set($0) } }, { ($0 as? [Date]).map { Set($0) } },
        { ($0 as? [UUID]).map { Set($0) } }, { ($0 as? [Data]).map { Set($0) } },
        { ($0 as? [URL]).map { Set($0) } },
    ]

    /// Whole numbers among others are numbers like these.
    @Sendable
    private static func numbers(_ members: [any Sendable]) -> (any Sendable)? {
        let numbers = members.compactMap { $0 as? Double ?? ($0 as? Int).map(Double.init) }
        return numbers.count == members.count ? numbers : nil
    }
}
