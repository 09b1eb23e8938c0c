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
