extension FetchPredicate {
    /// `SELF IN` the IDs.
    static func isOne(of ids: some Sequence<ManagedObjectID>) -> FetchPredicate {
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
