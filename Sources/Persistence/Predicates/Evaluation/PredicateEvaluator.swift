import Foundation

/// Evaluates predicates over values in memory.
struct PredicateEvaluator {
    let object: PredicateValue
    /// The members of the enclosing subqueries, by variable.
    var variables: [String: PredicateValue] = [:]
    /// Calls a function on a variable, given its name, the function's name and the operands.
    var receiver: ((String, String, [PredicateValue]) throws -> PredicateValue)?

    func isTrue(_ predicate: FetchPredicate) throws -> Bool {
        switch predicate {
        case .constant(let value): return value
        case .and(let parts): return try parts.allSatisfy(isTrue)
        case .or(let parts): return try parts.contains(where: isTrue)
        case .not(let part): return try !isTrue(part)
        case .comparison(let comparison): return try isTrue(comparison)
        }
    }

    // MARK: Comparisons

    private func isTrue(_ comparison: FetchComparison) throws -> Bool {
        let left = try value(of: comparison.left)
        let right = try value(of: comparison.right)
        switch comparison.modifier {
        case .direct:
            return try isTrue(comparison, left, right)
        case .any:
            return try left.elements.contains { try isTrue(comparison, $0, right) }
        case .all:
            return try left.elements.allSatisfy { try isTrue(comparison, $0, right) }
        }
    }

    private func isTrue(
        _ comparison: FetchComparison, _ left: PredicateValue, _ right: PredicateValue
    ) throws -> Bool {
        let options = comparison.options
        if comparison.op == .contains, case .collection(let members) = left {
            return try contains(members, right, comparison)
        }
        guard let first = left.attributeValue else {
            throw FetchPredicateError.hasManyValues(comparison.left)
        }
        if comparison.op == .in || comparison.op == .between {
            return try isTrue(comparison, first, elements: right)
        }
        guard let second = right.attributeValue else {
            throw FetchPredicateError(
                "“\(comparison.right)” has many values and cannot be on the right of "
                    + "\(comparison.op.rawValue).", at: comparison.right)
        }
        switch comparison.op {
        case .equal: return ValueComparison.areEqual(first, second, options)
        case .notEqual: return !ValueComparison.areEqual(first, second, options)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let order = ValueComparison.order(first, second, options) else { return false }
            return comparison.op.holds(order)
        default:
            return try isTrue(comparison, text: first, second)
        }
    }

    private func contains(
        _ members: [PredicateValue], _ value: PredicateValue, _ comparison: FetchComparison
    ) throws -> Bool {
        guard let value = value.attributeValue else {
            throw FetchPredicateError(
                "CONTAINS takes one value on the right.", at: comparison.right)
        }
        return members.contains { member in
            member.attributeValue.map {
                ValueComparison.areEqual($0, value, comparison.options)
            } ?? false
        }
    }

    private func isTrue(
        _ comparison: FetchComparison, _ value: AttributeValue, elements: PredicateValue
    ) throws -> Bool {
        let options = comparison.options
        switch elements {
        case .collection(let members):
            if comparison.op == .in {
                return try contains(members, .value(value), comparison)
            }
            guard members.count == 2, let low = members[0].attributeValue,
                let high = members[1].attributeValue
            else {
                throw FetchPredicateError("BETWEEN takes two values.", at: comparison.right)
            }
            let fromLow = ValueComparison.order(low, value, options)
            let toHigh = ValueComparison.order(value, high, options)
            return fromLow.map(FetchComparison.Operator.lessOrEqual.holds) ?? false
                && toHigh.map(FetchComparison.Operator.lessOrEqual.holds) ?? false
        case .value(.null):
            return false
        case .value(.string):
            // `'a' IN 'abc'` tests for a substring.
            var swapped = comparison
            swapped.op = .contains
            return try isTrue(swapped, elements, .value(value))
        default:
            throw FetchPredicateError(
                "\(comparison.op.rawValue) takes a list on the right.", at: comparison.right)
        }
    }

    private func isTrue(
        _ comparison: FetchComparison, text first: AttributeValue, _ second: AttributeValue
    ) throws -> Bool {
        guard var text = first.text, var pattern = second.text else {
            if first.isNull || second.isNull { return false }
            throw FetchPredicateError(
                "\(comparison.op.rawValue) needs texts on both sides.", at: comparison.left)
        }
        let options = comparison.options
        switch comparison.op {
        case .like:
            return LikePattern(TextFolding.folded(pattern, options))
                .matches(TextFolding.folded(text, options))
        case .matches:
            do {
                return try RegularExpressions.shared.matches(text, pattern, options)
            } catch {
                throw FetchPredicateError("\(error)", at: comparison.right)
            }
        default:
            return text.withUTF8 { text in
                pattern.withUTF8 { pattern in
                    comparison.op.holds(text, TextFolding.folded(pattern, options), options)
                }
            }
        }
    }
}

extension PredicateValue {
    /// The members of a collection; none for a missing value, where a to-one relationship is nil.
    fileprivate var elements: [PredicateValue] {
        switch self {
        case .collection(let members): members
        case .value(.null): []
        default: [self]
        }
    }
}

extension FetchComparison.Operator {
    func holds(_ order: ComparisonResult) -> Bool {
        switch self {
        case .less: order == .orderedAscending
        case .lessOrEqual: order != .orderedDescending
        case .greater: order == .orderedDescending
        case .greaterOrEqual: order != .orderedAscending
        default: false
        }
    }

    /// Evaluates CONTAINS, BEGINSWITH or ENDSWITH for a folded pattern.
    fileprivate func holds(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: [UInt8], _ options: FetchComparison.Options
    ) -> Bool {
        pattern.withUnsafeBufferPointer { pattern in
            switch self {
            case .beginsWith: TextSearch.begins(text, pattern, options)
            case .endsWith: TextSearch.ends(text, pattern, options)
            default: TextSearch.contains(text, pattern, options)
            }
        }
    }
}
