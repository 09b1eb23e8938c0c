extension FetchPredicate {
    /// `SELF IN` some IDs.
    static func isOne(of ids: some Sequence<ManagedObjectID>) -> FetchPredicate {
        .comparison(
            FetchComparison(.evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
    }

    /// The predicate with expressions in the place of some keys.
    func replacingKeys(by expressions: [String: FetchExpression]) -> FetchPredicate {
        switch self {
        case .constant: return self
        case .and(let parts): return .and(parts.map { $0.replacingKeys(by: expressions) })
        case .or(let parts): return .or(parts.map { $0.replacingKeys(by: expressions) })
        case .not(let part): return .not(part.replacingKeys(by: expressions))
        case .comparison(var comparison):
            comparison.left = comparison.left.replacingKeys(by: expressions)
            comparison.right = comparison.right.replacingKeys(by: expressions)
            return .comparison(comparison)
        }
    }
}

extension FetchExpression {
    fileprivate func replacingKeys(by expressions: [String: FetchExpression]) -> FetchExpression {
        switch self {
        case .keyPath(let keys) where keys.count == 1: expressions[keys[0]] ?? self
        case .aggregate(let parts): .aggregate(parts.map { $0.replacingKeys(by: expressions) })
        case .function(let name, let operands):
            .function(name, operands.map { $0.replacingKeys(by: expressions) })
        case .conditional(let condition, let first, let second):
            .conditional(
                condition.replacingKeys(by: expressions), first.replacingKeys(by: expressions),
                second.replacingKeys(by: expressions))
        default: self
        }
    }
}

/// What is read of a record to evaluate something over it: at least that, where it names more than it asks for.
extension FetchPredicate {
    /// The key paths that begin at the record.
    package var ownKeyPaths: [[String]] {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts): parts.flatMap(\.ownKeyPaths)
        case .not(let part): part.ownKeyPaths
        case .comparison(let comparison):
            comparison.left.ownKeyPaths + comparison.right.ownKeyPaths
        }
    }
}

extension FetchExpression {
    /// The key paths that begin at the record.
    package var ownKeyPaths: [[String]] {
        switch self {
        case .constant, .evaluatedObject, .variable: []
        case .keyPath(let keys), .keyPathOf(.evaluatedObject, let keys): [keys]
        case .keyPathOf(let base, _): base.ownKeyPaths
        case .function(PredicateFunction.indexedText.rawValue, let parts):
            [[IndexedText.key]] + parts.flatMap(\.ownKeyPaths)
        case .aggregate(let parts), .function(_, let parts): parts.flatMap(\.ownKeyPaths)
        case .subquery(let collection, _, let predicate):
            collection.ownKeyPaths + predicate.ownKeyPaths
        case .conditional(let condition, let first, let second):
            condition.ownKeyPaths + first.ownKeyPaths + second.ownKeyPaths
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
