/// A condition over a record.
///
/// One tree with three ways in (a format string, the initialisers and operators here, Foundation's
/// `#Predicate`) and two ways out (SQL, and evaluation in memory) that give the same answer.
public indirect enum FetchPredicate: Sendable, Hashable {
    /// True or false whatever the record.
    case constant(Bool)
    /// A comparison of two expressions.
    case comparison(FetchComparison)
    /// All of them hold; true if there are none.
    case and([FetchPredicate])
    /// At least one of them holds; false if there are none.
    case or([FetchPredicate])
    /// The condition does not hold.
    case not(FetchPredicate)
}

/// Something that has a value for a record.
public indirect enum FetchExpression: Sendable, Hashable {
    /// A value.
    case constant(AttributeValue)
    /// Several values: the right side of IN and BETWEEN.
    case aggregate([FetchExpression])
    /// The record itself: `SELF`.
    case evaluatedObject
    /// The value at a key path of the record; may end in a collection operator (`@count`,
    /// `lines.@sum.price`).
    case keyPath([String])
    /// The value at a key path of another expression's value.
    case keyPathOf(FetchExpression, [String])
    /// A variable that is given a value later: `$NAME`.
    case variable(String)
    /// A function of values, by its name in Core Data (`add:to:`, `uppercase:`, `now`, `count:`,
    /// `sum:`).
    case function(String, [FetchExpression])
    /// The members of a collection for which a predicate over a variable holds.
    case subquery(collection: FetchExpression, variable: String, predicate: FetchPredicate)
    /// One of two values.
    case conditional(FetchPredicate, FetchExpression, FetchExpression)
}

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

/// A fault of a predicate that only shows beside a model or a record: an unknown key, a value of the
/// wrong type, an operation that the values do not have.
public struct FetchPredicateError: Error, Sendable, Hashable {
    /// The fault in a sentence.
    public let message: String
    /// The part of the predicate that is at fault, if it is one part.
    public let expression: FetchExpression?

    init(_ message: String, at expression: FetchExpression? = nil) {
        self.message = message
        self.expression = expression
    }
}

extension FetchPredicateError: CustomStringConvertible {
    public var description: String { message }
}
