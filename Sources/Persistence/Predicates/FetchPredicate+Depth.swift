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
        case .predicate(let predicate): Self.parts(of: predicate)
        case .expression(let expression): Self.parts(of: expression)
        }
    }

    private static func parts(of predicate: FetchPredicate) -> [PredicateNode] {
        switch predicate {
        case .constant: []
        case .and: predicate.conjuncts.map(PredicateNode.predicate)
        case .or: predicate.disjuncts.map(PredicateNode.predicate)
        case .not(let part): [.predicate(part)]
        case .comparison(let comparison): inner([comparison.left, comparison.right])
        }
    }

    private static func parts(of expression: FetchExpression) -> [PredicateNode] {
        switch expression {
        case .constant, .evaluatedObject, .keyPath, .variable: []
        case .aggregate(let parts): inner(parts)
        case .keyPathOf(let base, _): inner([base])
        case .function(_, let operands): inner(operands)
        case .subquery(let collection, _, let predicate):
            inner([collection]) + [.predicate(predicate)]
        case .conditional(let condition, let first, let second):
            [.predicate(condition)] + inner([first, second])
        }
    }

    private static func inner(_ expressions: [FetchExpression]) -> [PredicateNode] {
        expressions.compactMap { expression in
            switch expression {
            case .constant, .evaluatedObject, .keyPath, .variable: nil
            default: .expression(expression)
            }
        }
    }
}
