/// A condition on a record.
///
/// It can be written as a format string, with the initializers and operators here, or as
/// Foundation's `#Predicate`. SQL and evaluation in memory give the same result.
///
/// ```swift
/// request.predicate = try FetchPredicate(format: "title CONTAINS[cd] %@ AND minutes < 30", "pea")
/// request.predicate = .key("minutes") < 30 && .key("cook.name") == "Ada"
/// ```
/// A comparison that a fetch index of the model has is a search; others look at each record. Names that
/// the model lacks are errors of the fetch, with a suggestion.
public indirect enum FetchPredicate: Sendable, Hashable {
    /// True or false for every record.
    case constant(Bool)
    /// A comparison of two expressions.
    case comparison(FetchComparison)
    /// True if all parts are true; true if there are none.
    case and([FetchPredicate])
    /// True if any part is true; false if there are none.
    case or([FetchPredicate])
    /// True if the predicate is not true.
    case not(FetchPredicate)
}

/// An expression that has a value for a record.
///
/// ```swift
/// let worth = try FetchExpression(format: "price * quantity")
/// let name = FetchExpression.key("cook.name")
/// ```
public indirect enum FetchExpression: Sendable, Hashable {
    /// A value.
    case constant(AttributeValue)
    /// A list of values: the right side of IN and BETWEEN.
    case aggregate([FetchExpression])
    /// The record itself: `SELF`.
    case evaluatedObject
    /// The value at a key path of the record, which may end in a collection operator (`@count`,
    /// `lines.@sum.price`).
    case keyPath([String])
    /// The value at a key path of another expression's value.
    case keyPathOf(FetchExpression, [String])
    /// A variable that is set later: `$NAME`.
    case variable(String)
    /// A function with its Core Data name (`add:to:`, `uppercase:`, `now`, `count:`, `sum:`).
    case function(String, [FetchExpression])
    /// The members of a collection that satisfy a predicate over a variable.
    case subquery(collection: FetchExpression, variable: String, predicate: FetchPredicate)
    /// One of two values.
    case conditional(FetchPredicate, FetchExpression, FetchExpression)
}

/// A comparison of two expressions.
public struct FetchComparison: Sendable, Hashable {
    /// The operators.
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

    /// Options for the comparison of strings.
    public struct Options: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Ignores case: `[c]`.
        public static let caseInsensitive = Options(rawValue: 1)
        /// Ignores accents: `[d]`.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// The strings need no folding and no normalization: `[n]`.
        public static let normalized = Options(rawValue: 4)
        /// Uses the rules of the locale: `[l]`.
        public static let localeSensitive = Options(rawValue: 8)
    }

    /// The quantifier of a to-many key path on the left.
    public enum Modifier: String, Sendable, Hashable {
        case direct = ""
        /// True for at least one destination.
        case any = "ANY"
        /// True for every destination.
        case all = "ALL"
    }

    /// The expression on the left.
    public var left: FetchExpression
    /// The operator.
    public var op: Operator
    /// The expression on the right.
    public var right: FetchExpression
    /// Options for strings. Default: none, a comparison byte by byte.
    public var options: Options
    /// The quantifier for the values on the left. Default: `direct`, for a single value.
    public var modifier: Modifier

    /// Makes a comparison of two expressions.
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

/// A fault of a predicate that depends on the model or the record: an unknown key, a value of the
/// wrong type, or an unsupported operation.
public struct FetchPredicateError: Error, Sendable, Hashable {
    /// The fault as a sentence.
    public let message: String
    /// The faulty part of the predicate, if it is a single part.
    public let expression: FetchExpression?

    init(_ message: String, at expression: FetchExpression? = nil) {
        self.message = message
        self.expression = expression
    }

    static func hasManyValues(_ expression: FetchExpression) -> FetchPredicateError {
        FetchPredicateError(
            "“\(expression)” has many values: write ANY, ALL or NONE before it, or @count behind it.",
            at: expression)
    }
}

extension FetchPredicateError: CustomStringConvertible {
    public var description: String { message }
}
