import Foundation

extension PredicateExpressions.Arithmetic: PredicateExpressionConvertible {
    func converted(
        by converter: PredicateConverter
    ) throws(FetchPredicateError) -> PredicateConverter.Converted {
        let function: PredicateFunction =
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            @unknown default: throw FetchPredicateError("#Predicate: an operator is not known.")
            }
        return .expression(
            function.call(try converter.expression(lhs), try converter.expression(rhs)))
    }
}

extension PredicateExpressions.FloatDivision: PredicateExpressionConvertible {
    func converted(
        by converter: PredicateConverter
    ) throws(FetchPredicateError) -> PredicateConverter.Converted {
        .expression(
            PredicateFunction.divide.call(
                try converter.expression(lhs), try converter.expression(rhs)))
    }
}

extension PredicateExpressions.IntDivision: PredicateExpressionConvertible {
    func converted(
        by converter: PredicateConverter
    ) throws(FetchPredicateError) -> PredicateConverter.Converted {
        .expression(
            PredicateFunction.divide.call(
                try converter.expression(lhs), try converter.expression(rhs)))
    }
}

extension PredicateExpressions.IntRemainder: PredicateExpressionConvertible {
    func converted(
        by converter: PredicateConverter
    ) throws(FetchPredicateError) -> PredicateConverter.Converted {
        .expression(
            PredicateFunction.modulus.call(
                try converter.expression(lhs), try converter.expression(rhs)))
    }
}

extension PredicateExpressions.UnaryMinus: PredicateExpressionConvertible {
    func converted(
        by converter: PredicateConverter
    ) throws(FetchPredicateError) -> PredicateConverter.Converted {
        let operand = try converter.expression(wrapped)
        if case .constant(let value) = operand, let negative = value.negated {
            return .expression(.constant(negative))
        }
        return .expression(PredicateFunction.subtract.call(.constant(.integer(0)), operand))
    }
}
