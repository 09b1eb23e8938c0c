import Foundation
import ObjectModel

/// Checks a predicate against a model and converts its constants to the types that they are
/// compared with.
struct PredicateResolver {
    var typer: PredicateTyper
    let now = Date()

    init(_ typer: PredicateTyper) { self.typer = typer }

    /// A resolver for a store's predicates, which cannot use transient properties.
    init(ofStoreWith model: ModelLayout, _ entity: EntityLayout) {
        self.init(PredicateTyper(model: model, entity: entity, isForStore: true))
    }

    func resolve(_ predicate: FetchPredicate) throws(FetchPredicateError) -> FetchPredicate {
        switch predicate {
        case .constant: return predicate
        case .and: return .and(try predicate.conjuncts.map(resolve))
        case .or: return .or(try predicate.disjuncts.map(resolve))
        case .not(let part): return .not(try resolve(part))
        case .comparison(let comparison): return .comparison(try resolve(comparison))
        }
    }

    func resolve(_ expression: FetchExpression) throws(FetchPredicateError) -> FetchExpression {
        let resolved: FetchExpression
        switch expression {
        case .constant, .evaluatedObject, .variable:
            return expression
        case .aggregate(let parts):
            resolved = .aggregate(try parts.map(resolve))
        case .keyPath(let keys):
            resolved = joiningComposites(keys, from: typer.entity.number) { .keyPath($0) }
        case .keyPathOf(let base, let keys):
            resolved = try resolve(keys, of: try resolve(base))
        case .function(let name, let operands):
            resolved = try resolve(function: name, operands, at: expression)
        case .subquery(let collection, let variable, let predicate):
            resolved = try resolveSubquery(collection, variable, predicate, at: expression)
        case .conditional(let condition, let first, let second):
            resolved = .conditional(
                try resolve(condition), try resolve(first), try resolve(second))
        }
        do throws(FetchPredicateError) {
            _ = try typer.type(of: resolved)
        } catch {
            // The position is looked up by the expression as it was written.
            throw error.expression == resolved
                ? FetchPredicateError(error.message, at: expression) : error
        }
        return resolved
    }

    private func resolve(
        _ keys: [String], of base: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        guard case .object(let number) = try typer.type(of: base).kind else {
            return .keyPathOf(base, keys)
        }
        return joiningComposites(keys, from: number) { base.appending($0) }
    }

    /// Joins the keys of a composite attribute, drops `objectID` and `self`, which are the record
    /// itself, and shortens `entity.name` to `entity`.
    private func joiningComposites(
        _ keys: [String], from number: Int, _ make: ([String]) -> FetchExpression
    ) -> FetchExpression {
        var result: [String] = []
        var entity: EntityLayout? = typer.model.entity(number)
        var index = 0
        while index < keys.count {
            let key = keys[index]
            guard let here = entity, !key.hasPrefix("@") else {
                result.append(key)
                index += 1
                continue
            }
            let longest = (index + 1...keys.count).reversed().first {
                here.slot(named: keys[index..<$0].joined(separator: ".")) != nil
            }
            if longest == nil, key == "objectID" || key == "self", index == keys.count - 1 {
                break
            }
            if longest == nil, key == "entity" {
                // A record's entity is its name.
                let rest = keys[(index + 1)...]
                result += [key] + (rest.first == "name" ? rest.dropFirst() : rest)
                break
            }
            let end = longest ?? index + 1
            let name = keys[index..<end].joined(separator: ".")
            result.append(name)
            let destination = here.slot(named: name)?.destinationNumber ?? 0
            entity = destination > 0 ? typer.model.entity(destination) : nil
            index = end
        }
        return result.isEmpty ? .evaluatedObject : make(result)
    }

    private func resolve(
        function name: String, _ operands: [FetchExpression], at expression: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        let operands = try operands.map(resolve)
        guard name != PredicateFunction.now.rawValue else { return .constant(.date(now)) }
        return .function(name, operands)
    }

    private func resolveSubquery(
        _ collection: FetchExpression, _ variable: String, _ predicate: FetchPredicate,
        at expression: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        let collection = try resolve(collection)
        let type = try typer.type(of: collection)
        guard type.isCollection, case .object(let number) = type.kind else {
            throw FetchPredicateError("SUBQUERY needs a to-many relationship.", at: expression)
        }
        var inner = self
        inner.typer.variables[variable] = number
        return .subquery(
            collection: collection, variable: variable, predicate: try inner.resolve(predicate))
    }
}

extension FetchPredicate {
    /// The predicate for the records of an entity: key paths are checked, and constants converted
    /// to the type that they are compared with (`"12"` to a number, `"2026-11-21"` to a date).
    ///
    /// Resolving a resolved predicate changes nothing.
    ///
    /// - Throws: `FetchPredicateError` with the unknown key and its entity, or the value that does
    ///   not have the type.
    public func resolved(
        for entity: EntityLayout, in model: ModelLayout
    ) throws(FetchPredicateError) -> FetchPredicate {
        try resolved(PredicateResolver(PredicateTyper(model: model, entity: entity)))
    }

    func resolved(_ resolver: PredicateResolver) throws(FetchPredicateError) -> FetchPredicate {
        guard depth <= Self.maximumDepth else {
            throw FetchPredicateError(
                "The predicate is nested more than \(Self.maximumDepth) levels deep. A long row of "
                    + "alternatives, or of conditions, is one list.")
        }
        return try resolver.resolve(self)
    }
}

extension PredicateResolver {
    func resolve(_ comparison: FetchComparison) throws(FetchPredicateError) -> FetchComparison {
        var comparison = comparison
        let written = comparison
        comparison.left = try resolve(comparison.left)
        let left = try typer.type(of: comparison.left)
        let right: ExpressionType
        do throws(FetchPredicateError) {
            comparison.right = try resolve(comparison.right)
            right = try typer.type(of: comparison.right)
        } catch {
            throw error.withHint(about: written.right)
        }
        if comparison.op == .in, comparison.modifier == .direct, right.isText, !right.isCollection {
            // `'a' IN 'abc'` tests for a substring.
            (comparison.left, comparison.right) = (comparison.right, comparison.left)
            comparison.op = .contains
        }
        try checkShape(comparison, written, left: left, right: right)
        switch comparison.op {
        case .beginsWith, .endsWith, .contains, .like, .matches:
            if comparison.op == .contains, left.isCollection, comparison.modifier == .direct {
                try coerceSides(&comparison, written)
            } else {
                try checkTexts(&comparison, written)
            }
        default:
            try coerceSides(&comparison, written)
        }
        return comparison
    }

    /// Allows collections only where they make sense.
    private func checkShape(
        _ comparison: FetchComparison, _ written: FetchComparison, left: ExpressionType,
        right: ExpressionType
    ) throws(FetchPredicateError) {
        let isKnown = left.kind != .unknown && right.kind != .unknown
        if comparison.modifier != .direct, isKnown, !left.isCollection {
            throw FetchPredicateError(
                "\(comparison.modifier.rawValue) needs a to-many key path on the left.",
                at: written.left)
        }
        if comparison.modifier == .direct, left.isCollection, comparison.op != .contains {
            throw FetchPredicateError.hasManyValues(written.left)
        }
        let takesCollection = comparison.op == .in || comparison.op == .between
        if takesCollection, isKnown, right.kind != .null, !right.isCollection {
            throw FetchPredicateError(
                "\(comparison.op.rawValue) needs a list on the right, such as {1, 2}.",
                at: written.right)
        }
        if !takesCollection, written.op != .in, right.isCollection {
            throw FetchPredicateError(
                "“\(written.right)” has many values and cannot be on the right of "
                    + "\(comparison.op.rawValue).", at: written.right)
        }
        if comparison.op == .between, case .aggregate(let ends) = comparison.right, ends.count != 2
        {
            throw FetchPredicateError(
                "BETWEEN needs two values, such as {1, 10}; here are \(ends.count).",
                at: written.right)
        }
    }

    private func checkTexts(
        _ comparison: inout FetchComparison, _ written: FetchComparison
    ) throws(FetchPredicateError) {
        let left = try typer.type(of: comparison.left)
        guard left.isText || left.kind == .null || left.kind == .unknown else {
            throw FetchPredicateError(
                "\(written.op.rawValue) needs a text; “\(written.left)” is of type \(left.noun).",
                at: written.left)
        }
        comparison.right = try coerce(
            comparison.right, to: ExpressionType(kind: .string), written.right)
        if comparison.op == .matches, case .constant(.string(let pattern)) = comparison.right {
            do {
                try RegularExpressions.shared.check(pattern)
            } catch {
                throw FetchPredicateError("\(error)", at: written.right)
            }
        }
    }

    /// Converts the constants of one side to the type of the other.
    private func coerceSides(
        _ comparison: inout FetchComparison, _ written: FetchComparison
    ) throws(FetchPredicateError) {
        let left = try typer.type(of: comparison.left)
        let right = try typer.type(of: comparison.right)
        try checkTextOrder(comparison, left, right, written)
        if case .constant = comparison.left, case .constant = comparison.right, left.isText {
            // Of two constants, the text takes the type of the other.
            comparison.left = try coerce(comparison.left, to: right, written.left)
        } else {
            comparison.right = try coerce(comparison.right, to: left, written.right)
            comparison.left = try coerce(
                comparison.left, to: try typer.type(of: comparison.right), written.left)
        }
        let (leftType, rightType) = (
            try typer.type(of: comparison.left), try typer.type(of: comparison.right)
        )
        guard leftType.isComparable(to: rightType) else {
            throw FetchPredicateError(
                "“\(written.left)” is of type \(leftType.noun), “\(written.right)” of type "
                    + "\(rightType.noun): they cannot be compared.", at: written.left)
        }
        try checkOrder(comparison.op, leftType, rightType, written)
    }

    /// Rejects order comparisons of a number with a text, which have no useful meaning. Of two
    /// constants, the text is converted to a number instead.
    private func checkTextOrder(
        _ comparison: FetchComparison, _ left: ExpressionType, _ right: ExpressionType,
        _ written: FetchComparison
    ) throws(FetchPredicateError) {
        guard [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison.op) else {
            return
        }
        if case .constant = comparison.left, case .constant = comparison.right { return }
        let (text, number): (FetchExpression, FetchExpression)
        if left.isText, right.isNumber, case .constant = comparison.right {
            (text, number) = (written.left, written.right)
        } else if right.isText, left.isNumber, case .constant = comparison.left {
            (text, number) = (written.right, written.left)
        } else {
            return
        }
        throw FetchPredicateError(
            "“\(text)” is of type text, \(number) is a number: they have no order. "
                + "Put a text in quotes: \"\(number)\".", at: number)
    }

    private func checkOrder(
        _ op: FetchComparison.Operator, _ left: ExpressionType, _ right: ExpressionType,
        _ written: FetchComparison
    ) throws(FetchPredicateError) {
        switch op {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            for type in [left, right] {
                switch type.kind {
                case .object, .transformable:
                    throw FetchPredicateError(
                        "Values of type \(type.noun) have no order.", at: written.left)
                default: break
                }
            }
        default:
            break
        }
    }

    /// Converts a constant, or a list of constants, to a type.
    func coerce(
        _ expression: FetchExpression, to type: ExpressionType, _ written: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        switch expression {
        case .constant(let value):
            guard let coerced = ConstantCoercion.coerce(value, to: type.kind) else {
                let hint =
                    if case .object = type.kind {
                        " Compare an attribute of it, after a dot."
                    } else {
                        ""
                    }
                throw FetchPredicateError(
                    "\(value.predicateFormat) is no \(type.noun).\(hint)", at: written)
            }
            return .constant(coerced)
        case .aggregate(let parts):
            var writtenParts = parts
            if case .aggregate(let elements) = written, elements.count == parts.count {
                writtenParts = elements
            }
            var coerced: [FetchExpression] = []
            for (part, writtenPart) in zip(parts, writtenParts) {
                coerced.append(try coerce(part, to: type, writtenPart))
            }
            return .aggregate(coerced)
        default:
            return expression
        }
    }
}

extension FetchPredicateError {
    /// The same error; if a single word is compared, with a hint that it may be meant as a text:
    /// `label == Furniture`.
    fileprivate func withHint(about compared: FetchExpression) -> FetchPredicateError {
        guard expression == compared, case .keyPath(let keys) = compared, let key = keys.first,
            keys.count == 1, !key.hasPrefix("@")
        else { return self }
        return FetchPredicateError(
            "\(message) Put a text in quotes: \"\(key)\".", at: expression)
    }
}
