/// A text in the order that a person expects: "Box 2" before "Box 10", "Œuvre" among "oe". It is the last step of a
/// key path to sort by:
///
/// ```swift
/// FetchRequest<Book>(sortBy: [SortDescriptor(\.title.localizedStandard)])
/// ```
/// Objects that are in memory already are sorted by it in the same order:
/// `books.sorted(using: SortDescriptor(\.title.localizedStandard))`.
public struct LocalizedStandardText: Comparable, Hashable, Sendable {
    /// Nil for no text, which comes first.
    private let key: [UInt8]?

    fileprivate init(_ text: String?) {
        var text = text
        key = text?.withUTF8 { TextSortKey.key($0, .localizedStandard) }
    }

    public static func < (left: Self, right: Self) -> Bool {
        guard let right = right.key else { return false }
        return left.key.map { $0.lexicographicallyPrecedes(right) } ?? true
    }

    /// Whether a key path leads to a text in this order.
    static func isEnd(of keyPath: AnyKeyPath) -> Bool {
        let type = Swift.type(of: keyPath).valueType
        return type == Self.self || type == Self?.self
    }
}

extension String {
    /// The text as it is sorted for a person.
    public var localizedStandard: LocalizedStandardText { LocalizedStandardText(self) }
}

extension String? {
    /// The text as it is sorted for a person; one that is missing comes first.
    public var localizedStandard: LocalizedStandardText { LocalizedStandardText(self) }
}
