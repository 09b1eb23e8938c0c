import Foundation

extension PredicateExpressions.RangeExpressionContains: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let value = try converter.expression(element)
        let captured = try converter.value(ofCaptured: range)
        guard let range = (captured ?? range as Any) as? any PredicateRange else {
            throw FetchPredicateError(
                "#Predicate: a \(RangeExpression.Output.self) cannot be fetched by.")
        }
        return .predicate(try range.condition(on: value, by: converter))
    }
}

/// A range of captured values, or one with ends that are computed from a record.
private protocol PredicateRange {
    /// The condition that a value is in the range.
    func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate
}

extension PredicateExpressions.Range: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value >= (try converter.expression(lower)) && value < (try converter.expression(upper))
    }
}

extension PredicateExpressions.ClosedRange: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value.isBetween(try converter.expression(lower), try converter.expression(upper))
    }
}

extension Range: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value >= (try FetchExpression(captured: lowerBound))
            && value < (try FetchExpression(captured: upperBound))
    }
}

extension ClosedRange: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value.isBetween(
            try FetchExpression(captured: lowerBound), try FetchExpression(captured: upperBound))
    }
}

extension PartialRangeFrom: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value >= (try FetchExpression(captured: lowerBound))
    }
}

extension PartialRangeThrough: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value <= (try FetchExpression(captured: upperBound))
    }
}

extension PartialRangeUpTo: PredicateRange {
    fileprivate func condition(
        on value: FetchExpression, by converter: PredicateConverter
    ) throws(FetchPredicateError) -> FetchPredicate {
        value < (try FetchExpression(captured: upperBound))
    }
}

extension FetchExpression {
    fileprivate func isBetween(_ lower: FetchExpression, _ upper: FetchExpression) -> FetchPredicate
    {
        .comparison(FetchComparison(self, .between, .aggregate([lower, upper])))
    }
}
