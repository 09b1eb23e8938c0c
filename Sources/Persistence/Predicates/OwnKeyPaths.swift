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
