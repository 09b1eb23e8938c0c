import Foundation

extension PredicateExpressions.SequenceContains: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let (members, member) = (
            try converter.expression(sequence), try converter.expression(element)
        )
        if case .aggregate = members {
            return .predicate(.comparison(FetchComparison(member, .in, members)))
        }
        return .predicate(.comparison(FetchComparison(members, .contains, member)))
    }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let members = try converter.subquery(sequence, variable.key, test)
        return .predicate(members.appending(["@count"]) > 0)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let others = try converter.subquery(sequence, variable.key, test, negated: true)
        return .predicate(others.appending(["@count"]) == 0)
    }
}

extension PredicateExpressions.Filter: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(try converter.subquery(sequence, variable.key, filter))
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.compare(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.compare(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceMinimum: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(PredicateFunction.minimum.call(try converter.expression(elements)))
    }
}

extension PredicateExpressions.SequenceMaximum: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(PredicateFunction.maximum.call(try converter.expression(elements)))
    }
}

// MARK: Ranges

extension PredicateExpressions.Range: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(
            .aggregate([try converter.expression(lower), try converter.expression(upper)]))
    }
}

extension PredicateExpressions.ClosedRange: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(
            .aggregate([try converter.expression(lower), try converter.expression(upper)]))
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        guard case .aggregate(let ends) = try converter.expression(range), ends.count == 2 else {
            throw FetchPredicateError("#Predicate: a range with one end cannot be fetched by.")
        }
        let value = try converter.expression(element)
        if RangeExpression.Output.self is any ClosedRangeType.Type {
            return .predicate(.comparison(FetchComparison(value, .between, .aggregate(ends))))
        }
        return .predicate(value >= ends[0] && value < ends[1])
    }
}

private protocol ClosedRangeType {}

extension ClosedRange: ClosedRangeType {}
