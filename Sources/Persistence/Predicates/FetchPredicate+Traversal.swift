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

extension FetchPredicate {
    /// The predicate with variables (`$NAME`) replaced by values. Variables without a value stay.
    ///
    /// A key path of a variable for an object (`$FETCH_SOURCE.name`) is replaced by its current
    /// value.
    ///
    /// - Parameter variables: the values by the variables' names, without the `$`.
    public func substituting(variables: [String: (any PredicateArgument)?]) -> FetchPredicate {
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

extension FetchPredicate {
    /// Whether the record is one of those with the IDs: `SELF IN %@`.
    public static func isOne(of ids: some Sequence<ManagedObjectID>) -> FetchPredicate {
        .comparison(
            FetchComparison(.evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
    }

    /// The predicate with some keys replaced by expressions.
    func replacingKeys(by expressions: [String: FetchExpression]) -> FetchPredicate {
        mapOperands { $0.replacingKeys(by: expressions) }
    }
}

extension FetchExpression {
    fileprivate func replacingKeys(by expressions: [String: FetchExpression]) -> FetchExpression {
        switch self {
        case .keyPath(let keys) where keys.count == 1: expressions[keys[0]] ?? self
        case .keyPathOf, .subquery: self
        default: mapParts { $0.replacingKeys(by: expressions) }
        }
    }
}

/// The key paths that an evaluation reads, or a superset of them.
extension FetchPredicate {
    package var ownKeyPaths: [[String]] { operands.flatMap(\.ownKeyPaths) }
}

extension FetchExpression {
    package var ownKeyPaths: [[String]] {
        switch self {
        case .keyPath(let keys), .keyPathOf(.evaluatedObject, let keys): [keys]
        case .function(PredicateFunction.indexedText.rawValue, let parts):
            [[IndexedText.key]] + parts.flatMap(\.ownKeyPaths)
        default: parts.flatMap(\.ownKeyPaths)
        }
    }
}

extension EntityLayout {
    /// The numbers of the properties at which key paths begin.
    package func slots(atBeginningsOf keyPaths: [[String]]) -> Set<Int> {
        Set(
            keyPaths.flatMap { keys in
                guard keys != [IndexedText.key] else {
                    return slots.filter(\.isSearched).map(\.number)
                }
                let name = keys.prefix(keyCount(at: keys[...])).joined(separator: ".")
                return slot(named: name).map { [$0.number, sortKeyTexts[$0.number] ?? $0.number] }
                    ?? []
            })
    }
}
