/// The functions of the predicate language, by their names in Core Data where it has them.
enum PredicateFunction: String, CaseIterable, Sendable {
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case power = "raise:toPower:"
    case squareRoot = "sqrt:"
    case naturalLogarithm = "ln:"
    case logarithm = "log:"
    case exponential = "exp:"
    case ceiling = "ceiling:"
    case floor = "floor:"
    case truncate = "trunc:"
    case absolute = "abs:"
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case complement = "onesComplement:"
    case now = "now"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    /// A text as searches look through it: ``SearchFolding``. It is none of Core Data's.
    case searchable = "searchable:"
    /// The folded texts of records that their model indexes in Spotlight. It is none of Core Data's.
    case indexedText = "indexedText:"
    case length = "length:"
    case noIndex = "noindex:"
    case indexedBy = "indexed:by:"
    case count = "count:"
    case sum = "sum:"
    case minimum = "min:"
    case maximum = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case standardDeviation = "stddev:"
    case cast = "castObject:toType:"
    case element = "objectFrom:withIndex:"
    case first = "first:"
    case last = "last:"
    case union = "union:with:"
    case intersection = "intersect:with:"
    case difference = "minus:with:"

    /// The number of operands.
    var arity: Int {
        rawValue.utf8.count { $0 == UInt8(ascii: ":") }
    }

    /// The sign that stands between two operands, where there is one.
    var infix: String? {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .power: "**"
        case .bitwiseAnd: "&"
        case .bitwiseOr: "|"
        case .bitwiseXor: "^"
        case .leftShift: "<<"
        case .rightShift: ">>"
        case .union: "UNION"
        case .intersection: "INTERSECT"
        case .difference: "MINUS"
        default: nil
        }
    }

    /// Whether the operand is a collection and the result one value.
    var isAggregate: Bool {
        switch self {
        case .count, .sum, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// Whether the result is computed from the operands as they are, by `PredicateArithmetic`.
    var isScalar: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .modulus, .power, .squareRoot,
            .naturalLogarithm, .logarithm, .exponential, .ceiling, .floor, .truncate, .absolute,
            .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .complement, .uppercase,
            .lowercase, .canonical, .searchable, .length, .noIndex, .indexedBy:
            true
        default: false
        }
    }

    /// A function as a format string names it: in Core Data's way, or without the colons (`sum`).
    init?(spelling: String) {
        if let function = PredicateFunction(rawValue: spelling) {
            self = function
        } else if spelling == "uppercaseString" {
            self = .uppercase
        } else if spelling == "lowercaseString" {
            self = .lowercase
        } else if let function = PredicateFunction(rawValue: spelling + ":") {
            self = function
        } else {
            return nil
        }
    }

    /// A call of the function.
    func call(_ operands: FetchExpression...) -> FetchExpression {
        .function(rawValue, operands)
    }
}

/// What makes one value of a collection, or another collection: `@count` and the like.
package enum CollectionOperator: String, Sendable {
    case count = "@count"
    case sum = "@sum"
    case average = "@avg"
    case minimum = "@min"
    case maximum = "@max"
    case median = "@median"
    case mode = "@mode"
    case standardDeviation = "@stddev"
    case union = "@unionOfObjects"
    case distinctUnion = "@distinctUnionOfObjects"

    /// The operator that a function of a collection stands for.
    init?(_ function: PredicateFunction) {
        switch function {
        case .count: self = .count
        case .sum: self = .sum
        case .average: self = .average
        case .minimum: self = .minimum
        case .maximum: self = .maximum
        case .median: self = .median
        case .mode: self = .mode
        case .standardDeviation: self = .standardDeviation
        default: return nil
        }
    }
}
