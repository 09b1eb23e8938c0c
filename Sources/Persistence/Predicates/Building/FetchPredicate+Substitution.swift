extension FetchPredicate {
    /// The predicate with values in place of variables (`$NAME`). Variables without a value stay.
    ///
    /// A key path of a variable that stands for an object (`$FETCH_SOURCE.name`) is replaced by the
    /// value that it has now.
    ///
    /// - Parameter variables: the values by the names of the variables, without the `$`.
    public func substituting(
        variables: [String: (any PredicateArgument)?]
    ) -> FetchPredicate {
        replacingVariables(variables)
    }

    func replacingVariables(_ variables: [String: (any PredicateArgument)?]) -> FetchPredicate {
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
    func replacingVariables(_ variables: [String: (any PredicateArgument)?]) -> FetchExpression {
        switch self {
        case .constant, .evaluatedObject, .keyPath:
            return self
        case .variable(let name):
            return variables[name].map { .value($0) } ?? self
        case .aggregate(let parts):
            return .aggregate(parts.map { $0.replacingVariables(variables) })
        case .keyPathOf(.variable(let name), let keys):
            guard let argument = variables[name] else { return self }
            return argument.flatMap { FetchExpression(valueAt: keys, of: $0) }
                ?? FetchExpression.value(argument).appending(keys)
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

    /// The value at a key path of an object; nil if it is none, or has no such key, which is
    /// reported when the predicate is resolved.
    private init?(valueAt keys: [String], of argument: any PredicateArgument) {
        guard let object = argument as? any PredicateSubject else { return nil }
        do {
            self.init(constant: try FetchExpression.keyPath(keys).value(with: object))
        } catch {
            return nil
        }
    }

    private init(constant value: PredicateValue) {
        switch value {
        case .collection(let members): self = .aggregate(members.map(FetchExpression.init))
        default: self = .constant(value.attributeValue ?? .null)
        }
    }
}
