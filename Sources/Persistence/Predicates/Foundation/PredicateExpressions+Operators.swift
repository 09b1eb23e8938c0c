import Foundation

extension PredicateExpressions.Equal: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isNilTest(lhs, rhs)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .predicate(try converter.equality(lhs, rhs))
    }
}

extension PredicateExpressions.NotEqual: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isNilTest(lhs, rhs)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .predicate(try converter.equality(lhs, rhs, negated: true))
    }
}

extension PredicateConverter {
    /// Whether a captured value, perhaps of a type that no attribute has, is compared with nil.
    fileprivate func isNilTest(
        _ left: any PredicateExpression, _ right: any PredicateExpression
    ) -> Bool {
        left is any NilPart && isCaptured(right) || right is any NilPart && isCaptured(left)
    }

    fileprivate func equality(
        _ left: any PredicateExpression, _ right: any PredicateExpression, negated: Bool = false
    ) throws(FetchPredicateError) -> FetchPredicate {
        let equality: FetchPredicate
        if case .textOrder(let first, let second, let options) = try converted(left) {
            equality = .comparison(
                FetchComparison(first, try textOperator(right), second, options: options))
        } else {
            equality = .comparison(
                FetchComparison(try expression(left), .equal, try expression(right)))
        }
        guard negated else { return equality.decided }
        if case .comparison(var comparison) = equality, comparison.op == .equal {
            comparison.op = .notEqual
            return FetchPredicate.comparison(comparison).decided
        }
        return .not(equality)
    }

    private func textOperator(
        _ node: any PredicateExpression
    ) throws(FetchPredicateError) -> FetchComparison.Operator {
        guard let result = try value(ofCaptured: node) as? ComparisonResult else {
            throw FetchPredicateError(
                "#Predicate: the outcome of comparing texts can only be compared with a constant.")
        }
        return switch result {
        case .orderedAscending: .less
        case .orderedSame: .equal
        case .orderedDescending: .greater
        }
    }
}

extension PredicateExpressions.Comparison: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let comparison: FetchComparison.Operator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw FetchPredicateError("#Predicate: a comparison is not known.")
            }
        return try converter.compare(lhs, comparison, rhs)
    }
}

extension PredicateExpressions.Conjunction: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let left = try converter.predicate(lhs)
        // As in Swift, the second condition may only make sense if the first holds.
        if left == .constant(false) { return .predicate(left) }
        let right = try converter.predicate(rhs)
        return .predicate(left == .constant(true) ? right : left && right)
    }
}

extension PredicateExpressions.Disjunction: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let left = try converter.predicate(lhs)
        if left == .constant(true) { return .predicate(left) }
        let right = try converter.predicate(rhs)
        return .predicate(left == .constant(false) ? right : left || right)
    }
}

extension PredicateExpressions.Negation: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        // A forced unwrap of nil is nil here.
        if case .optionalPredicate(let predicate, let value) = try converter.converted(wrapped) {
            return .optionalPredicate(.not(predicate), over: value)
        }
        let predicate = try converter.predicate(wrapped)
        if case .constant(let isTrue) = predicate { return .predicate(.constant(!isTrue)) }
        return .predicate(.not(predicate))
    }
}

extension PredicateConverter {
    fileprivate func call(
        _ function: PredicateFunction, _ left: any PredicateExpression,
        _ right: any PredicateExpression
    ) throws(FetchPredicateError) -> Converted {
        .expression(function.call(try expression(left), try expression(right)))
    }
}

extension PredicateExpressions.Arithmetic: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let function: PredicateFunction =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw FetchPredicateError("#Predicate: an operator is not known.")
            }
        return try converter.call(function, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntDivision: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.call(.modulus, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let operand = try converter.expression(wrapped)
        if case .constant(let value) = operand, let negative = value.negated {
            return .expression(.constant(negative))
        }
        return .expression(PredicateFunction.subtract.call(.constant(.integer(0)), operand))
    }
}

private protocol NilPart {}

extension PredicateExpressions.NilLiteral: NilPart {}
