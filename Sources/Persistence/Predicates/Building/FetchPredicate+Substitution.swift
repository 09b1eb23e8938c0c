extension FetchPredicate {
    /// The predicate with values in place of variables (`$NAME`). Variables without a value stay.
    ///
    /// - Parameter variables: the values by the names of the variables, without the `$`.
    public func substituting(
        variables: [String: (any PredicateArgument)?]
    ) -> FetchPredicate {
        let expressions = variables.mapValues { FetchExpression.value($0) }
        return replacingVariables(expressions)
    }

    func replacingVariables(_ variables: [String: FetchExpression]) -> FetchPredicate {
        switch self {
        case .constant: return self
        case .and(let parts): return .and(parts.map { $0.replacingVariables(variables) })
        case .or(let parts): return .or(parts.map { $0.replacingVariables(variables) })
        case .not(let part): return .not(part.replacingVariables(variables))
        case .comparison(var comparison):
            comparison.left = comparison.left.replacingVariables(variables)
            comparison.right = comparison.right.replacingVariables(variables)
            return .comparison(comparison)
        }
    }
}

extension FetchExpression {
    func replacingVariables(_ variables: [String: FetchExpression]) -> FetchExpression {
        switch self {
        case .constant, .evaluatedObject, .keyPath:
            return self
        case .variable(let name):
            return variables[name] ?? self
        case .aggregate(let parts):
            return .aggregate(parts.map { $0.replacingVariables(variables) })
        case .keyPathOf(let base, let keys):
            return base.replacingVariables(variables).appending(keys)
        case .function(let name, let operands):
            return .function(name, operands.map { $0.replacingVariables(variables) })
        case .conditional(let condition, let first, let second):
            return .conditional(
                condition.replacingVariables(variables), first.replacingVariables(variables),
                second.replacingVariables(variables))
        case .subquery(let collection, let variable, let predicate):
            // The subquery's own variable hides one of the same name outside.
            let inner = variables.filter { $0.key != variable }
            return .subquery(
                collection: collection.replacingVariables(variables), variable: variable,
                predicate: predicate.replacingVariables(inner))
        }
    }
}
