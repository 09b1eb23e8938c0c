/// The functions of the predicate language, with Core Data's names where it has them.
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
    /// Folds a text for searches with ``SearchFolding``; not in Core Data.
    case searchable = "searchable:"
    /// The folded texts of a record that the model indexes in Spotlight; not in Core Data.
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

    var arity: Int {
        rawValue.utf8.count { $0 == UInt8(ascii: ":") }
    }

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

    /// Whether the function reduces a collection to one value.
    var isAggregate: Bool {
        switch self {
        case .count, .sum, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// Whether `PredicateArithmetic` computes the result from the operands' values.
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

    /// Parses a function's name, with or without the colons (`sum`).
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

    func call(_ operands: FetchExpression...) -> FetchExpression {
        .function(rawValue, operands)
    }
}

/// An operator on a collection, such as `@count`, which gives a value or a collection.
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
