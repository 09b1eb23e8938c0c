import Foundation

extension StoreColumns {
    /// The columns of records in memory, in the order of the records.
    package func dictionaries(
        of rows: [some PredicateSubject], _ entity: EntityLayout, in layout: ModelLayout
    ) throws -> [[AttributeValue]] {
        let typer = PredicateTyper(model: layout, entity: entity)
        var results: [[AttributeValue]] = []
        var known: Set<[AttributeValue]> = []
        for group in try groups(of: rows, typer)
        where try having.map(group.isTrue) ?? true {
            let values = try expressions.map(group.value)
            if distinct, !known.insert(values).inserted { continue }
            results.append(values)
        }
        return results
    }

    /// Whether each record gives one dictionary, independent of the others.
    func areOfSingleRecords(_ entity: EntityLayout, in layout: ModelLayout) throws -> Bool {
        guard groupBy.isEmpty, having == nil, !distinct else { return false }
        let typer = PredicateTyper(model: layout, entity: entity)
        return try !expressions.contains { try $0.aggregatesRecords(typer) }
    }

    /// The groups in the order of their first records; without grouping and aggregates, each record
    /// is a group.
    private func groups<Record: PredicateSubject>(
        of rows: [Record], _ typer: PredicateTyper
    ) throws -> [RecordGroup<Record>] {
        guard groupBy.isEmpty else {
            var groups: [[AttributeValue]: [Record]] = [:]
            var order: [[AttributeValue]] = []
            for row in rows {
                let key = try groupBy.map { expression in
                    try expression.value(with: row).attributeValue ?? .null
                }
                if groups[key] == nil { order.append(key) }
                groups[key, default: []].append(row)
            }
            return order.map { RecordGroup(rows: groups[$0] ?? [], typer: typer) }
        }
        guard try expressions.contains(where: { try $0.aggregatesRecords(typer) }) else {
            return rows.map { RecordGroup(rows: [$0], typer: typer) }
        }
        return [RecordGroup(rows: rows, typer: typer)]
    }
}

/// Records over which aggregate functions are computed.
private struct RecordGroup<Record: PredicateSubject> {
    let rows: [Record]
    let typer: PredicateTyper

    func value(of expression: FetchExpression) throws -> AttributeValue {
        let reduced = try reduced(expression)
        if case .constant(let value) = reduced { return value.isNotANumber ? .null : value }
        guard let first = rows.first else { return .null }
        return try reduced.value(with: first).attributeValue ?? .null
    }

    func isTrue(_ predicate: FetchPredicate) throws -> Bool {
        let reduced = try predicate.mapOperands(reduced)
        guard let first = rows.first else {
            return try reduced.evaluate(with: [:] as [String: AttributeValue])
        }
        return try reduced.evaluate(with: first)
    }

    /// The expression with aggregate functions replaced by their values.
    private func reduced(_ expression: FetchExpression) throws -> FetchExpression {
        switch expression {
        case .function(let name, let operands):
            guard try expression.aggregatesRecords(typer, itself: true),
                let op = PredicateFunction(rawValue: name).flatMap(CollectionOperator.init),
                let operand = operands.first
            else { return try expression.mapParts(reduced) }
            return .constant(try aggregate(op, operand))
        case .keyPathOf, .subquery: return expression
        default: return try expression.mapParts(reduced)
        }
    }

    /// Ignores null values.
    private func aggregate(
        _ op: CollectionOperator, _ operand: FetchExpression
    ) throws -> AttributeValue {
        let values = try rows.map { try operand.value(with: $0).attributeValue ?? .null }
            .filter { !$0.isNull }
        if op == .count { return .integer(Int64(values.count)) }
        return try CollectionArithmetic.value(of: op, values, at: operand)
    }
}

extension FetchExpression {
    /// Whether an aggregate function of the expression is over the fetched records, rather than the
    /// destinations of each.
    fileprivate func aggregatesRecords(
        _ typer: PredicateTyper, itself: Bool = false
    ) throws -> Bool {
        switch self {
        case .function(let name, let operands):
            if PredicateFunction(rawValue: name)?.isAggregate == true, let operand = operands.first,
                try !typer.type(of: operand).isCollection
            {
                return true
            }
            return try !itself && operands.contains { try $0.aggregatesRecords(typer) }
        case .conditional(_, let first, let second):
            return try first.aggregatesRecords(typer) || second.aggregatesRecords(typer)
        default:
            return false
        }
    }
}
