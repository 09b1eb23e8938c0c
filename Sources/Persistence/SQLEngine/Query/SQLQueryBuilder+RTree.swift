import ObjectModel

extension SQLQueryBuilder {
    /// Conditions by which R-trees find candidates: one for each tree that the comparisons name,
    /// among those that must all hold.
    ///
    /// A tree holds 32-bit numbers, rounded outward, and 0 for a missing value, so it finds too
    /// many records but never too few. The comparisons themselves remain in the query.
    func rTreeConditions(
        _ predicate: FetchPredicate, _ entity: EntityLayout, _ compiler: SQLCompiler
    ) throws -> [SQLFragment] {
        guard !rTreeIndexes.isEmpty else { return [] }
        var bounds: [String: [SQLFragment]] = [:]
        for part in predicate.conjuncts {
            guard case .comparison(let comparison) = part, let search = comparison.rTreeQuery,
                let (tree, column) = treeColumn(search, of: entity)
            else { continue }
            bounds[tree, default: []] += try search.bounds(column, compiler)
        }
        return bounds.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { tree, bounds in
            let condition = SQLFragment.joined(bounds, " AND ")
            return "t0.Z_PK IN (SELECT Z_PK FROM \(raw: tree) WHERE \(condition))"
        }
    }

    private func treeColumn(
        _ search: RTreeQuery, of entity: EntityLayout
    ) -> (tree: String, column: String)? {
        let lineage = schema.layout.model.lineage(of: entity.name).map(\.name)
        guard let slot = entity.slot(named: search.attribute),
            let column = schema[entity].columns[slot.number],
            let tree = rTreeIndexes.first(where: { tree in
                tree.index == search.index && lineage.contains(tree.entity)
                    && tree.columns.contains(column)
            })
        else { return nil }
        return (tree.name, column)
    }
}

/// A comparison of an R-tree's attribute with constants.
private struct RTreeQuery {
    let attribute: String
    let index: String
    let op: FetchComparison.Operator
    let right: FetchExpression

    init?(_ left: FetchExpression, _ op: FetchComparison.Operator, _ right: FetchExpression) {
        guard case .function(PredicateFunction.indexedBy.rawValue, let operands) = left,
            operands.count == 2, case .keyPath(let keys) = operands[0], keys.count == 1,
            case .constant(.string(let index)) = operands[1]
        else { return nil }
        attribute = keys[0]
        self.index = index
        self.op = op
        self.right = right
    }

    /// Conditions for a record's bounds; empty where the comparison gives none.
    func bounds(_ column: String, _ compiler: SQLCompiler) throws -> [SQLFragment] {
        func least(_ value: FetchExpression) throws -> SQLFragment? {
            guard let number = try compiler.number(value), let bound = RTreeBound.below(number)
            else {
                return nil
            }
            return "\(raw: column)_MAX >= \(SQLFragment(parameter: .double(bound)))"
        }
        func greatest(_ value: FetchExpression) throws -> SQLFragment? {
            guard let number = try compiler.number(value), let bound = RTreeBound.above(number)
            else {
                return nil
            }
            return "\(raw: column)_MIN <= \(SQLFragment(parameter: .double(bound)))"
        }
        switch (op, right) {
        case (.greater, _), (.greaterOrEqual, _): return try [least(right)].compactMap(\.self)
        case (.less, _), (.lessOrEqual, _): return try [greatest(right)].compactMap(\.self)
        case (.equal, _): return try [least(right), greatest(right)].compactMap(\.self)
        case (.between, .aggregate(let ends)) where ends.count == 2:
            return try [least(ends[0]), greatest(ends[1])].compactMap(\.self)
        default: return []
        }
    }
}

/// Bounds that survive the tree's rounding. SQLite rounds outward by a fraction of the number,
/// which is
/// too little for the smallest 32-bit numbers, and makes an infinity of those that are too large.
private enum RTreeBound {
    private static let least = 4e-38
    private static let greatest = 3.4e38

    /// A lower bound for the greatest value of records at or above `number`; nil if there is none.
    static func below(_ number: Double) -> Double? {
        guard number >= -greatest else { return nil }
        return abs(number) < least ? number - least : number
    }

    /// An upper bound for the least value of records at or below `number`.
    static func above(_ number: Double) -> Double? {
        below(-number).map { -$0 }
    }
}

extension SQLCompiler {
    fileprivate func number(_ expression: FetchExpression) throws -> Double? {
        guard case .constant = expression else { return nil }
        switch try scalar(expression).constant {
        case .integer(let number): return Double(number)
        case .double(let number): return number
        default: return nil
        }
    }
}

extension FetchComparison {
    /// The comparison with an R-tree's attribute on the left.
    fileprivate var rTreeQuery: RTreeQuery? {
        guard modifier == .direct else { return nil }
        if let search = RTreeQuery(left, op, right) { return search }
        guard let mirrored = op.mirrored else { return nil }
        return RTreeQuery(right, mirrored, left)
    }
}

extension FetchComparison.Operator {
    /// The operator for swapped sides.
    fileprivate var mirrored: FetchComparison.Operator? {
        switch self {
        case .equal: .equal
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }
}
