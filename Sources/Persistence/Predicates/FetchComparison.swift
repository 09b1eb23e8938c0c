/// A comparison of two expressions.
public struct FetchComparison: Sendable, Hashable {
    /// The comparisons.
    public enum Operator: String, Sendable, Hashable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case between = "BETWEEN"
        case `in` = "IN"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case contains = "CONTAINS"
        case like = "LIKE"
        case matches = "MATCHES"
    }

    /// How strings are compared.
    public struct Options: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Without regard to case: `[c]`.
        public static let caseInsensitive = Options(rawValue: 1)
        /// Without regard to accents: `[d]`.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// The strings need no folding and no normalisation: `[n]`.
        public static let normalized = Options(rawValue: 4)
        /// By the rules of the locale: `[l]`.
        public static let localeSensitive = Options(rawValue: 8)
    }

    /// What a to-many key path on the left means.
    public enum Modifier: String, Sendable, Hashable {
        case direct = ""
        /// One of the destinations at least.
        case any = "ANY"
        /// Every destination.
        case all = "ALL"
    }

    /// The expression on the left.
    public var left: FetchExpression
    /// How the two are compared.
    public var op: Operator
    /// The expression on the right.
    public var right: FetchExpression
    /// How texts are compared. Default: byte by byte.
    public var options: Options
    /// Which of the values on the left have to satisfy it. Default: the only one.
    public var modifier: Modifier

    /// Compares two expressions.
    public init(
        _ left: FetchExpression, _ op: Operator, _ right: FetchExpression, options: Options = [],
        modifier: Modifier = .direct
    ) {
        self.left = left
        self.op = op
        self.right = right
        self.options = options
        self.modifier = modifier
    }
}
