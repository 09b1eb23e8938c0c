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
        if let members = try converter.value(ofCaptured: sequence) {
            return .predicate(.or(try converter.conditions(members, variable, test)))
        }
        let members = try converter.subquery(sequence, variable.key, test)
        return .predicate(members.appending(["@count"]) > 0)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        if let members = try converter.value(ofCaptured: sequence) {
            return .predicate(.and(try converter.conditions(members, variable, test)))
        }
        let others = try converter.subquery(sequence, variable.key, test, negated: true)
        return .predicate(others.appending(["@count"]) == 0)
    }
}

extension PredicateConverter {
    /// The condition of a closure for each member of a captured list.
    fileprivate func conditions<Members: Sequence>(
        _ members: Members, _ variable: PredicateExpressions.Variable<Members.Element>,
        _ test: any PredicateExpression
    ) throws(FetchPredicateError) -> [FetchPredicate] {
        var conditions: [FetchPredicate] = []
        for member in members {
            conditions.append(try binding(variable, toCaptured: member).predicate(test))
        }
        return conditions
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
    func isCaptured(by converter: PredicateConverter) -> Bool { converter.isCaptured(elements) }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(PredicateFunction.minimum.call(try converter.expression(elements)))
    }
}

extension PredicateExpressions.SequenceMaximum: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool { converter.isCaptured(elements) }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        .expression(PredicateFunction.maximum.call(try converter.expression(elements)))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isCaptured(wrapped) && converter.isCaptured(index)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        guard !(Wrapped.Output.self is any StringProtocol.Type) else {
            throw FetchPredicateError.noCharacters
        }
        return .expression(
            PredicateFunction.element.call(
                try converter.expression(wrapped), try converter.expression(index)))
    }
}

extension PredicateExpressions.DictionaryKeySubscript: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isCaptured(wrapped) && converter.isCaptured(key)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        throw FetchPredicateError.noKeyOfRecord
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateExpressionConvertible {
    func isCaptured(by converter: PredicateConverter) -> Bool {
        converter.isCaptured(wrapped) && converter.isCaptured(key)
            && converter.isCaptured(`default`)
    }

    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        throw FetchPredicateError.noKeyOfRecord
    }
}

extension FetchPredicateError {
    static var noCharacters: FetchPredicateError {
        FetchPredicateError(
            "#Predicate: the characters of a text cannot be counted or picked in a fetch.")
    }

    fileprivate static var noKeyOfRecord: FetchPredicateError {
        FetchPredicateError("#Predicate: a dictionary cannot be asked for a record’s value.")
    }
}
