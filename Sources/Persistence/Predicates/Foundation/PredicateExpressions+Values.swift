import Foundation

extension PredicateExpressions.Value: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool { true }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(try FetchExpression(captured: value))
    }
}

extension FetchExpression {
    /// A value that a `#Predicate` captures.
    init(captured value: Any) throws(FetchPredicateError) {
        if let argument = value as? any PredicateArgument {
            self = argument.predicateExpression
        } else if let character = value as? Character {
            self = .constant(.string(String(character)))
        } else {
            throw FetchPredicateError(
                "#Predicate: a value of type \(type(of: value)) cannot be compared with "
                    + "attributes.")
        }
    }
}

extension PredicateExpressions.NilLiteral: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(.constant(.null))
    }
}

extension PredicateExpressions.Variable: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool { converter.isCaptured(key) }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(try converter.value(of: key))
    }
}

extension PredicateExpressions.KeyPath: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool { converter.isCaptured(root) }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let base = try converter.expression(root)
        // The object itself: a relationship is compared with the ID of a known object.
        if Output.self == ManagedObjectID.self { return .expression(base) }
        guard let kind else { return .expression(base.appending([try converter.key(keyPath)])) }
        let isText = Root.Output.self is any StringProtocol.Type
        switch kind {
        case .collectionIsEmpty:
            return .predicate(isText ? base == "" : base.appending(["@count"]) == 0)
        case .collectionCount where !isText:
            return .expression(base.appending(["@count"]))
        case .collectionFirst where !isText:
            return .expression(PredicateFunction.first.call(base))
        case .bidirectionalCollectionLast where !isText:
            return .expression(PredicateFunction.last.call(base))
        default:
            throw FetchPredicateError.noCharacters
        }
    }
}

/// `!` after a value that may be nil.
protocol ForcedUnwrapping {}

extension PredicateExpressions.ForcedUnwrap: PredicateExpressionConvertible, ForcedUnwrapping {
    func isCaptured(by converter: PredicateConverter) -> Bool { converter.isCaptured(inner) }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        try converter.converted(inner)
    }
}

extension PredicateExpressions.OptionalFlatMap: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        if let captured = try converter.value(ofCaptured: wrapped) {
            guard let value = captured else { return .expression(.constant(.null)) }
            return try converter.binding(variable, toCaptured: value).converted(transform)
        }
        let value = try converter.expression(wrapped)
        switch try converter.binding(variable.key, to: value).converted(transform) {
        case .predicate(let predicate): return .optionalPredicate(predicate, over: value)
        case .optionalPredicate(let predicate, let inner):
            return .optionalPredicate(predicate, over: inner)
        case let other: return other
        }
    }
}

extension PredicateExpressions.NilCoalesce: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isCaptured(lhs) && converter.isCaptured(rhs)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        switch try converter.converted(lhs) {
        case .expression(.constant(.null)):
            return try converter.converted(rhs)
        case .expression(.constant(let value)):
            return .expression(.constant(value))
        case .predicate(let predicate):
            return .predicate(predicate)
        case .optionalPredicate(let predicate, let value):
            let present = value != nil && predicate
            switch try converter.predicate(rhs) {
            case .constant(false): return .predicate(present)
            case let other: return .predicate(present || (value == nil && other))
            }
        default:
            let value = try converter.expression(lhs)
            return .expression(.conditional(value == nil, try converter.expression(rhs), value))
        }
    }
}

extension PredicateExpressions.Conditional: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        let test = try converter.predicate(test)
        if case .constant(let isTrue) = test {
            return try isTrue ? converter.converted(trueBranch) : converter.converted(falseBranch)
        }
        if Output.self == Bool.self {
            let first = try converter.predicate(trueBranch)
            let second = try converter.predicate(falseBranch)
            return .predicate((test && first) || (!test && second))
        }
        return .expression(
            .conditional(
                test, try converter.expression(trueBranch), try converter.expression(falseBranch)))
    }
}
