extension FetchPredicate {
    /// The greatest depth of a predicate in a fetch. Its evaluation recurses, and a thread's stack
    /// is limited.
    static let maximumDepth = 200

    /// The number of levels. Nested ANDs or ORs are one level; a function or a subquery counts as
    /// three, as in its SQL. Computed without recursion.
    var depth: Int { PredicateNode.depth(of: .predicate(self)) }

    /// The parts of AND, with nested ANDs flattened.
    var conjuncts: [FetchPredicate] {
        flattened { if case .and(let parts) = $0 { parts } else { nil } }
    }

    /// The parts of OR, with nested ORs flattened.
    var disjuncts: [FetchPredicate] {
        flattened { if case .or(let parts) = $0 { parts } else { nil } }
    }

    private func flattened(_ parts: (FetchPredicate) -> [FetchPredicate]?) -> [FetchPredicate] {
        var result: [FetchPredicate] = []
        var waiting = [self]
        while let next = waiting.popLast() {
            if let inner = parts(next) {
                waiting.append(contentsOf: inner.reversed())
            } else {
                result.append(next)
            }
        }
        return result
    }
}

private enum PredicateNode {
    case predicate(FetchPredicate)
    case expression(FetchExpression)

    static func depth(of root: PredicateNode) -> Int {
        var waiting = [(node: root, level: 1)]
        var depth = 0
        while let (node, level) = waiting.popLast() {
            depth = max(depth, level)
            for part in node.parts { waiting.append((part, level + node.levels)) }
        }
        return depth
    }

    private var levels: Int {
        switch self {
        case .expression(.function), .expression(.subquery): 3
        default: 1
        }
    }

    private var parts: [PredicateNode] {
        switch self {
        case .predicate(.constant): []
        case .predicate(.and(let parts)): parts.flatMap(\.conjuncts).map(PredicateNode.predicate)
        case .predicate(.or(let parts)): parts.flatMap(\.disjuncts).map(PredicateNode.predicate)
        case .predicate(.not(let part)): [.predicate(part)]
        case .predicate(.comparison(let comparison)):
            Self.inner([comparison.left, comparison.right])
        case .expression(.subquery(let collection, _, let predicate)):
            Self.inner([collection]) + [.predicate(predicate)]
        case .expression(.conditional(let condition, let first, let second)):
            [.predicate(condition)] + Self.inner([first, second])
        case .expression(let expression): Self.inner(expression.parts)
        }
    }

    /// The expressions that are not the last level.
    private static func inner(_ expressions: [FetchExpression]) -> [PredicateNode] {
        expressions.compactMap { expression in
            switch expression {
            case .constant, .evaluatedObject, .keyPath, .variable: nil
            default: .expression(expression)
            }
        }
    }
}
