/// One key of the order of a fetch.
public struct FetchSortDescriptor: Sendable, Hashable {
    /// How values are compared.
    public enum Comparison: Sendable, Hashable {
        /// Numbers and dates by size, strings by Unicode code point. The default.
        case plain
        /// Strings without regard to case.
        case caseInsensitive
        /// Strings without regard to case and accents, numbers in them by size ("Box 2" before
        /// "Box 10"), as a person expects it.
        case localizedStandard
        /// Records by how well they fit a search: ``FetchSortDescriptor/relevance(to:)``.
        case relevance(to: String)
    }

    /// The key path of the attribute, `assetType.label` for example.
    public var keyPath: String
    /// Whether small values come first. Default: true. Records without a value come first when
    /// ascending.
    public var ascending: Bool
    /// How values are compared.
    public var comparison: Comparison

    /// Sorts by a key path, upwards and plainly unless told otherwise.
    public init(_ keyPath: String, ascending: Bool = true, comparison: Comparison = .plain) {
        self.keyPath = keyPath
        self.ascending = ascending
        self.comparison = comparison
    }
}
