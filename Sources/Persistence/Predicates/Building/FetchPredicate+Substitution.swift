extension FetchPredicate {
    /// The predicate with variables (`$NAME`) replaced by values. Variables without a value stay.
    ///
    /// A key path of a variable for an object (`$FETCH_SOURCE.name`) is replaced by its current
    /// value.
    ///
    /// - Parameter variables: the values by the variables' names, without the `$`.
    public func substituting(
        variables: [String: (any PredicateArgument)?]
    ) -> FetchPredicate {
        replacingVariables(variables)
    }

    func replacingVariables(_ variables: [String: (any PredicateArgument)?]) -> FetchPredicate {
        mapOperands { $0.replacingVariables(variables) }
    }
}

extension FetchExpression {
    func replacingVariables(_ variables: [String: (any PredicateArgument)?]) -> FetchExpression {
        switch self {
        case .variable(let name):
            return variables[name].map { .value($0) } ?? self
        case .keyPathOf(.variable(let name), let keys):
            guard let argument = variables[name] else { return self }
            return argument.flatMap { FetchExpression(valueAt: keys, of: $0) }
                ?? FetchExpression.value(argument).appending(keys)
        case .subquery(_, let variable, _):
            // The subquery's variable hides an outer one of the same name.
            let inner = variables.filter { $0.key != variable }
            return mapParts {
                $0.replacingVariables(variables)
            } predicate: {
                $0.replacingVariables(inner)
            }
        default: return mapParts { $0.replacingVariables(variables) }
        }
    }

    /// The value at a key path of an object; nil if there is none, or if the key is unknown, which
    /// resolution reports later.
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
