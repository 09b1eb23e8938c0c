/// Traversal of a predicate: its operands and parts, and maps over them.
extension FetchPredicate {
    /// The expressions of all comparisons.
    package var operands: [FetchExpression] {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts): parts.flatMap(\.operands)
        case .not(let part): part.operands
        case .comparison(let comparison): [comparison.left, comparison.right]
        }
    }

    /// The predicate with each comparison replaced.
    package func mapComparisons<Failure: Error>(
        _ transform: (FetchComparison) throws(Failure) -> FetchComparison
    ) throws(Failure) -> FetchPredicate {
        switch self {
        case .constant: self
        case .and(let parts): .and(try parts.mapComparisons(transform))
        case .or(let parts): .or(try parts.mapComparisons(transform))
        case .not(let part): .not(try part.mapComparisons(transform))
        case .comparison(let comparison): .comparison(try transform(comparison))
        }
    }

    /// The predicate with each operand of its comparisons replaced.
    package func mapOperands<Failure: Error>(
        _ transform: (FetchExpression) throws(Failure) -> FetchExpression
    ) throws(Failure) -> FetchPredicate {
        try mapComparisons { (comparison) throws(Failure) in
            var comparison = comparison
            comparison.left = try transform(comparison.left)
            comparison.right = try transform(comparison.right)
            return comparison
        }
    }
}

extension [FetchPredicate] {
    fileprivate func mapComparisons<Failure: Error>(
        _ transform: (FetchComparison) throws(Failure) -> FetchComparison
    ) throws(Failure) -> [FetchPredicate] {
        try map { (part) throws(Failure) in try part.mapComparisons(transform) }
    }
}

extension FetchExpression {
    /// The direct parts of the expression.
    package var parts: [FetchExpression] {
        switch self {
        case .constant, .evaluatedObject, .variable, .keyPath: []
        case .aggregate(let parts), .function(_, let parts): parts
        case .keyPathOf(let base, _): [base]
        case .subquery(let collection, _, let predicate): [collection] + predicate.operands
        case .conditional(let condition, let first, let second):
            condition.operands + [first, second]
        }
    }

    /// The expression with its direct parts replaced.
    ///
    /// - Parameter predicate: replaces the predicates in it. Default: nil, which maps their
    ///   operands.
    package func mapParts<Failure: Error>(
        _ transform: (FetchExpression) throws(Failure) -> FetchExpression,
        predicate: ((FetchPredicate) throws(Failure) -> FetchPredicate)? = nil
    ) throws(Failure) -> FetchExpression {
        func inner(_ condition: FetchPredicate) throws(Failure) -> FetchPredicate {
            if let predicate { return try predicate(condition) }
            return try condition.mapOperands(transform)
        }
        switch self {
        case .constant, .evaluatedObject, .variable, .keyPath: return self
        case .aggregate(let parts): return .aggregate(try parts.map(transform))
        case .keyPathOf(let base, let keys): return try transform(base).appending(keys)
        case .function(let name, let operands):
            return .function(name, try operands.map(transform))
        case .subquery(let collection, let variable, let condition):
            return .subquery(
                collection: try transform(collection), variable: variable,
                predicate: try inner(condition))
        case .conditional(let condition, let first, let second):
            return .conditional(try inner(condition), try transform(first), try transform(second))
        }
    }
}
