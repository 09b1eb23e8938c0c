extension FetchPredicate {
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
