extension FetchRequest {
    /// Whether objects may come and go, or change places, because others change: those at the end
    /// of a key path, or those that a limit lets in.
    func dependsOnOtherObjects(sectionNameKeyPath: String?, in entity: EntityLayout) -> Bool {
        if fetchLimit > 0 || fetchOffset > 0 { return true }
        let keyPaths = sortDescriptors.map(\.keyPath) + [sectionNameKeyPath].compactMap { $0 }
        if keyPaths.contains(where: { entity.slot(named: $0) == nil }) { return true }
        return predicate?.leavesObject(of: entity) ?? false
    }
}

extension FetchPredicate {
    fileprivate func leavesObject(of entity: EntityLayout) -> Bool {
        switch self {
        case .constant: false
        case .comparison(let comparison):
            comparison.left.leavesObject(of: entity) || comparison.right.leavesObject(of: entity)
        case .and(let parts), .or(let parts): parts.contains { $0.leavesObject(of: entity) }
        case .not(let part): part.leavesObject(of: entity)
        }
    }
}

extension FetchExpression {
    fileprivate func leavesObject(of entity: EntityLayout) -> Bool {
        switch self {
        case .constant, .evaluatedObject, .variable: false
        case .aggregate(let members): members.contains { $0.leavesObject(of: entity) }
        case .keyPath(let keys):
            entity.slot(named: keys.joined(separator: ".")) == nil && keys.last != "@count"
                || keys.count > 2
        case .keyPathOf, .subquery: true
        case .function(PredicateFunction.indexedText.rawValue, let arguments):
            arguments != [.evaluatedObject]
        case .function(_, let arguments): arguments.contains { $0.leavesObject(of: entity) }
        case .conditional(let condition, let first, let second):
            condition.leavesObject(of: entity) || first.leavesObject(of: entity)
                || second.leavesObject(of: entity)
        }
    }
}
