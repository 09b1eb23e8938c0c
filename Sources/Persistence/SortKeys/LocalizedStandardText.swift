/// A text that compares as people expect: “Box 2” before “Box 10”, “Œuvre” among “oe”. It is the
/// last step of a key path to sort by:
///
/// ```swift
/// FetchRequest<Book>(sortBy: [SortDescriptor(\.title.localizedStandard)])
/// ```
/// `books.sorted(using: SortDescriptor(\.title.localizedStandard))` sorts objects in memory in the
/// same order. In a store, an index of sort keys (<doc:SortKeys>) makes the order cheap.
public struct LocalizedStandardText: Comparable, Hashable, Sendable {
    /// Nil for a missing text, which comes first.
    private let key: [UInt8]?

    fileprivate init(_ text: String?) {
        var text = text
        key = text?.withUTF8 { TextSortKey.key($0, .localizedStandard) }
    }

    public static func < (left: Self, right: Self) -> Bool {
        guard let right = right.key else { return false }
        return left.key.map { $0.lexicographicallyPrecedes(right) } ?? true
    }

    /// Whether a key path ends in a text of this type.
    static func isEnd(of keyPath: AnyKeyPath) -> Bool {
        let type = Swift.type(of: keyPath).valueType
        return type == Self.self || type == Self?.self
    }
}

extension String {
    /// The text, for sorting as people expect.
    public var localizedStandard: LocalizedStandardText { LocalizedStandardText(self) }
}

extension String? {
    /// The text, for sorting as people expect; a missing one comes first.
    public var localizedStandard: LocalizedStandardText { LocalizedStandardText(self) }
}
